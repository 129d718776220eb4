import Foundation

/// The behaviour of the provider, selected by a login's record identifier.
///
/// Its site has the same name under `.example`.
enum Behaviour: String, CaseIterable {
    /// Answers correctly at once.
    case well
    /// Answers with a user name that contains terminal control sequences.
    case escapes
    /// Never answers.
    case hangs
    /// Never returns from the call, and so blocks the main thread.
    case blocksMainThread
    /// Answers with a password that lists the results of ``MainThreadUses``.
    case usesMainThread
    /// Requests its interface, and answers there with the results of ``MainThreadUses``.
    case asksAndUsesMainThread
    /// Requests its interface, and answers there when the button is pressed.
    case asks
    /// Requests its interface, and never answers there.
    case asksAndHangs
    /// Requests its interface, and blocks there, so that it does not receive a cancellation.
    case asksAndIsDeaf
    case crashes
    case exits
    case answersTwice
    /// Writes a first answer to the socket directly, then answers again with the same id.
    case answersTwiceInBytes
    /// Answers an unknown id, then its own.
    case answersForeignID
    /// Answers after the deadline.
    case answersLate
    case answersWrongKind
    case answersOtherAccount
    case cancels0
    case cancels1
    case cancels100
    case cancels101
    case cancels102
    case cancels77
    case cancelsInForeignDomain
    /// Sends a sheet during the call without user interaction, then answers.
    case showsSheetTooEarly
    /// Answers, and writes to both outputs without end.
    case floods
    case sendsLongFrame
    case sendsGarbage
    case sendsDeepJSON
    case sendsHalfAFrame
    /// Starts a process that outlives it, then answers.
    case leavesProcesses
    /// Its completion handler never returns.
    case neverFinishes
    /// Answers with a password that lists what the sandbox allows; see ``SandboxProbe``.
    case looksAround
    /// Stores a secret in its keychain, then answers.
    case keepsSecret
    /// Answers with the secret of its keychain as the password.
    case readsSecret
    case dropsSecret
    /// Writes its identity store without end, and never answers.
    case writesForEver

    /// The name of the site, and the user except for `escapes`.
    var name: String { rawValue.lowercased() }

    init?(recordIdentifier: String?) {
        self.init(rawValue: recordIdentifier ?? "")
    }

    var user: String { self == .escapes ? "esc\u{1B}[31m\u{202E}\u{7}apes" : name }
}

/// Secrets that tests search for in memory.
///
/// They are computed, so that no program file contains them.
enum Planted {
    static var password: String { (1...6).map { "planted\($0 * 7_919)" }.joined(separator: "-") }
    static var item: String { (1...6).map { "keychain\($0 * 6_101)" }.joined(separator: "-") }
}
