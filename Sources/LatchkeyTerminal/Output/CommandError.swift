public import LatchkeyWire

/// The error of a command: a message, a hint and an exit status.
public struct CommandError: Error, Hashable, Sendable {
    /// One sentence in lower case, without a full stop.
    public var message: String
    /// A command, or another concrete step.
    public var hint: String?
    public var status: ExitStatus

    public init(_ message: String, hint: String? = nil, status: ExitStatus = .failed) {
        self.message = message
        self.hint = hint
        self.status = status
    }
}

extension CommandError {
    /// The error that the agent answered.
    public init(_ error: RemoteError) {
        self.init(error.message, hint: error.hint, status: Self.status(of: error.reason))
    }

    private static func status(of reason: RemoteError.Reason) -> ExitStatus {
        switch reason {
        case .nothingFound, .credentialIdentityNotFound, .unknownProvider: .nothingFound
        case .userCanceled, .requestCancelled: .cancelled
        case .locked: .locked
        case .timedOut: .timedOut
        case .invalidURL, .invalidParameters: .usage
        default: .failed
        }
    }
}
