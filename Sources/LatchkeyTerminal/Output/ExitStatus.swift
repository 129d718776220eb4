/// The exit statuses of our programs.
public enum ExitStatus: Int32, Hashable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case nothingFound = 3
    /// The provider is locked, and there is no terminal or display to ask on.
    case locked = 4
    case cancelled = 5
    case timedOut = 6
}
