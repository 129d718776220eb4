/// Calls the entry method that a provider process was started for.
public struct PerformRequest: Method {
    public static let name = "provider.perform"

    public struct Parameters: Codable, Sendable {
        public var provider: ProviderIdentifier
        public var request: ProviderRequest
        public var context: RequestContext
        /// Whether there are no deadlines, so that the process can wait for a debugger.
        public var isDebugging: Bool

        public init(
            provider: ProviderIdentifier, request: ProviderRequest, context: RequestContext, isDebugging: Bool = false
        ) {
            self.provider = provider
            self.request = request
            self.context = context
            self.isDebugging = isDebugging
        }
    }

    public typealias Result = ProviderAnswer
}

/// Agent to provider: the time after the answer is nearly over (`expired` is `true`).
public struct ExpireRequest: Notification {
    public static let name = "provider.expire"
    public typealias Parameters = Empty
}

/// Provider to agent: the completion handler has returned, and the process can be ended.
public struct FinishRequest: Notification {
    public static let name = "provider.finish"
    public typealias Parameters = Empty
}
