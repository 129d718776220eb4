import LatchkeyAgent
import LatchkeySystem
import LatchkeyWire

/// The error and hint that the agent logs before it exits.
struct StartupFailure: Hashable, Sendable {
    var sentence: String
    var hint: String

    /// - Parameter locations: `nil` if the error occurred before they were known.
    init(of error: any Error, locations: Locations?) {
        let state = locations?.state ?? "~/.local/state/latchkey"
        switch error {
        case let error as SystemError:
            sentence = error.sentence
            hint = locations?.hint(for: error) ?? error.hint ?? "run \"latchkey doctor\""
        case let error as IdentityStoreError:
            sentence = RemoteError(error).message
            hint =
                "run \"ls -la \(ShellWord.quoting(state))\" to see its owner, and \"df -h \(ShellWord.quoting(state))\" to see the free disk space"
        case let error as ProviderSettingsError:
            sentence = "the settings could not be read or written: \(error)"
            hint =
                "run \"ls -la \((locations?.configuration).map(ShellWord.quoting) ?? "~/.config/latchkey")\" to see their owner"
        default:
            sentence = "unexpected error: \(error)"
            hint = "run \"latchkey doctor\""
        }
    }
}
