import LatchkeyAgent
import LatchkeySystem
import LatchkeyWire

/// What the agent says when it has to end: why, and what a person can do about it.
struct LastWords: Hashable, Sendable {
    var sentence: String
    var hint: String

    /// - Parameter locations: Where everything lies, once that is known.
    init(of error: any Error, locations: Locations?) {
        let state = locations?.state ?? "~/.local/state/latchkey"
        switch error {
        case let error as SystemError:
            sentence = error.sentence
            hint = locations?.hint(for: error) ?? error.hint ?? "run \"latchkey doctor\""
        case let error as IdentityStoreError:
            sentence = RemoteError(error).message
            hint =
                "run \"ls -la \(ShellWord.quoting(state))\" to see whose it is, and \"df -h \(ShellWord.quoting(state))\" what is left of the disk"
        case let error as ProviderSettingsError:
            sentence = "the settings could not be read or written: \(error)"
            hint =
                "run \"ls -la \((locations?.configuration).map(ShellWord.quoting) ?? "~/.config/latchkey")\" to see whose they are"
        default:
            sentence = "it cannot go on: \(error)"
            hint = "run \"latchkey doctor\""
        }
    }
}
