import LatchkeyGit
import LatchkeyCore

enum GitProperties {
    /// The answer to a parsed request is empty, or parses as the same credential.
    static func check(_ bytes: [UInt8]) {
        guard let credential = try? GitCredential(reading: bytes), let answer = try? credential.answer() else { return }
        let lines = unsafe answer.withBytes { unsafe Array($0) }
        precondition(!lines.contains(0) && !lines.contains(0x0D), "an answer contains a NUL or a carriage return")
        precondition(lines.isEmpty || lines.last == 0x0A, "an answer does not end with a line feed")
        guard let read = try? GitCredential(reading: lines) else {
            preconditionFailure("an answer cannot be parsed")
        }
        precondition(
            read.username == credential.username && read.password == credential.password,
            "an answer has another user name or password")
        precondition((try? read.answer()) == answer, "an answer changed when parsed and written")
    }
}
