import LatchkeyGit
import LatchkeySystem
import LatchkeyTerminal
import LatchkeyWire

/// The messages that git shows to the user.
enum ErrorMessages {
    static let locked = CommandError(
        "the provider with git's password is locked, and there is no terminal to unlock it",
        hint: "run \"latchkey-vault unlock\", or unlock the provider in its own program, and run git again",
        status: .locked)

    /// - Returns: `nil` for an error of another target.
    static func describe(_ error: any Error) -> CommandError? {
        switch error {
        case let error as GitCredentialError: CommandError(message(of: error))
        case let error as SystemError: CommandError(error.sentence, hint: error.hint)
        case is WireError: CommandError("the agent exited before it answered", hint: "run \"latchkey doctor\"")
        default: nil
        }
    }

    private static func message(of error: GitCredentialError) -> String {
        switch error {
        case .tooLong: "the credential is longer than \(GitCredential.byteLimit) bytes"
        case .malformedLine(let number): "line \(number) is not a key and a value"
        case .forbiddenByte(let number): "line \(number) has a NUL or a carriage return"
        case .notUTF8(let number): "line \(number) is not UTF-8"
        case .unwritable(let key): "the stored \(key) has a line break, which git's protocol cannot carry"
        }
    }
}
