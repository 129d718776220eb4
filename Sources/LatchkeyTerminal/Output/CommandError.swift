public import LatchkeyWire

/// What a command ends with that did not do what it was asked: a sentence, what to do about it, and a status.
public struct CommandError: Error, Hashable, Sendable {
    /// Lower case, no full stop, names the thing.
    public var message: String
    /// A command that works, or what to do before one does.
    public var hint: String?
    public var status: ExitStatus

    public init(_ message: String, hint: String? = nil, status: ExitStatus = .failed) {
        self.message = message
        self.hint = hint
        self.status = status
    }
}

extension CommandError {
    /// What the agent answered, with the status that goes with its reason.
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
