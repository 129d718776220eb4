import LatchkeyTerminal
import LatchkeyGit
import LatchkeySystem
import LatchkeyWire

/// What this program says of errors; git shows it to the person, and goes on.
enum Sentences {
    static let locked = CommandError(
        "git's password is locked away, and there is no terminal to unlock it on",
        hint: "run \"latchkey-vault unlock\", or unlock the provider in its own program, and then git again",
        status: .locked)

    static func describe(_ error: any Error) -> CommandError? {
        switch error {
        case let error as GitCredentialError: CommandError(sentence(of: error))
        case let error as SystemError: CommandError(error.sentence, hint: error.hint)
        case is WireError: CommandError("the agent ended before it answered", hint: "run \"latchkey doctor\"")
        default: nil
        }
    }

    private static func sentence(of error: GitCredentialError) -> String {
        switch error {
        case .tooLong: "what came is longer than any credential"
        case .malformedLine(let number): "line \(number) is no key and value"
        case .forbiddenByte(let number): "line \(number) has a character that no credential may have"
        case .notUTF8(let number): "line \(number) is not UTF-8"
        case .unwritable(let key): "the stored \(key) has a line break, which git cannot take"
        }
    }
}
