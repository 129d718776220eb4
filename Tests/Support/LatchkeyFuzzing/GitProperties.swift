import LatchkeyGit
import LatchkeyCore

enum GitProperties {
    /// What was read is answered in lines that read as the same, or in none at all.
    static func check(_ bytes: [UInt8]) {
        guard let credential = try? GitCredential(reading: bytes), let answer = try? credential.answer() else { return }
        let lines = unsafe answer.withBytes { unsafe Array($0) }
        precondition(!lines.contains(0) && !lines.contains(0x0D), "an answer has a byte that cuts values")
        precondition(lines.isEmpty || lines.last == 0x0A, "an answer ends in the middle of a line")
        guard let read = try? GitCredential(reading: lines) else {
            preconditionFailure("an answer cannot be read")
        }
        precondition(
            read.username == credential.username && read.password == credential.password,
            "an answer is another login")
        precondition((try? read.answer()) == answer, "an answer reads otherwise than it is written")
    }
}
