import Foundation

/// What the provider does when the login of that name is picked; the site is the same name under `.example`.
enum Behaviour: String, CaseIterable {
    /// Answers as it should, and says at once that it is done.
    case well
    /// Its user name would steer a terminal.
    case escapes
    /// Never answers.
    case hangs
    /// Never returns from the call, and with it keeps the main thread.
    case blocksMainThread
    /// Answers with what worked on its main thread, as its password.
    case usesMainThread
    /// Asks for its interface, and answers there with what worked on its main thread.
    case asksAndUsesMainThread
    /// Asks for its interface, and answers there when the button is pressed.
    case asks
    /// Asks for its interface, and never answers there.
    case asksAndHangs
    /// Asks for its interface, and hears nothing there, not even the way out.
    case asksAndIsDeaf
    case crashes
    case exits
    case answersTwice
    /// The second answer is bytes of its own, with the same id.
    case answersTwiceInBytes
    /// Answers an id that nobody made before its own.
    case answersForeignID
    /// Answers long after its time.
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
    /// Sends a sheet in the call without an interface, then answers.
    case showsSheetTooEarly
    /// Writes without end to both outputs, and answers meanwhile.
    case floods
    case sendsLongFrame
    case sendsGarbage
    case sendsDeepJSON
    case sendsHalfAFrame
    /// Leaves a process behind, then answers.
    case leavesProcesses
    /// Its completion handler never returns.
    case neverFinishes
    /// Answers with what it could reach, as its password.
    case looksAround
    /// Puts its secret into its keychain.
    case keepsSecret
    /// Answers with what its keychain has.
    case readsSecret
    case dropsSecret
    /// Writes its store over and over, and answers never.
    case writesForEver

    /// The name of the site and, but for one, the user.
    var name: String { rawValue.lowercased() }

    init?(recordIdentifier: String?) {
        self.init(rawValue: recordIdentifier ?? "")
    }

    var user: String { self == .escapes ? "esc\u{1B}[31m\u{202E}\u{7}apes" : name }
}

/// Secrets to search for afterwards; put together when they are needed, so that no program has them as they are.
enum Planted {
    static var password: String { (1...6).map { "planted\($0 * 7_919)" }.joined(separator: "-") }
    static var item: String { (1...6).map { "keychain\($0 * 6_101)" }.joined(separator: "-") }
}
