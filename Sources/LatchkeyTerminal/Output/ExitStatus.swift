/// How our programs end, for scripts to go by.
public enum ExitStatus: Int32, Hashable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case nothingFound = 3
    /// Locked, and nobody to ask.
    case locked = 4
    case cancelled = 5
    case timedOut = 6
}
