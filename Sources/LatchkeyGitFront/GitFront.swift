import CLinux
import Glibc

/// Answers git at once where the answer is plain, and hands everything else to the whole helper.
///
/// git waits for its helper in every command that needs a password. The whole helper can do everything, and starts
/// accordingly; this one needs the standard library alone.
package enum GitFront {
    /// The whole helper's program, beside this one as in a build, or in `libexec` as installed.
    static let wholeHelper = "latchkey-git-helper"

    /// Never longer than a credential may be for the whole helper (`GitCredential.byteLimit`).
    private static let inputLimit = 1 << 20

    package static func run() -> Never {
        harden()
        guard CommandLine.arguments.dropFirst().elementsEqual(["get"]) else { handOver() }
        guard let input = readInput() else { fail("what came could not be read") }
        if let question = PlainQuestion(input), let lines = answer(to: question), write(lines, to: 1) { exit(0) }
        guard standIn(input) else { fail("what came could not be handed on") }
        handOver()
    }

    /// Asks the agent that runs; nothing where there is none, or where it has more to say than a user and a password.
    private static func answer(to question: PlainQuestion) -> [UInt8]? {
        guard let path = socketPath, let line = AgentLine(path: path), line.send(PlainQuestion.greeting(id: 1)),
            let greeting = line.receive(), PlainQuestion.isGreeting(greeting, id: 1),
            line.send(question.message(id: 2)), let message = line.receive()
        else { return nil }
        return question.lines(for: message, id: 2)
    }

    /// Where the agent listens, in the places that need no look at who they belong to: the kernel says who answers.
    private static var socketPath: String? {
        let folder = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/run/user/\(getuid())"
        return folder + "/latchkey/agent.sock"
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(validatingCString: value)
    }

    /// No core dumps, and no reading of this process's memory by others: a password passes through.
    private static func harden() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = latchkey_prctl(PR_SET_DUMPABLE, 0)
    }

    // MARK: What git writes

    /// Reads up to the empty line that ends a credential, or to the end.
    private static func readInput() -> [UInt8]? {
        var input: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        // One byte too many is for the whole helper to refuse.
        while input.count <= inputLimit, !endsWithEmptyLine(input) {
            let count = unsafe read(0, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            input += piece.prefix(count)
        }
        return input
    }

    private static func endsWithEmptyLine(_ input: [UInt8]) -> Bool {
        let end = UInt8(ascii: "\n")
        if input.first == end { return true }
        return zip(input, input.dropFirst()).contains { $0 == end && $1 == end }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // git has gone, and nothing can be said twice.
            guard count > 0 else { exit(1) }
            rest = rest.dropFirst(count)
        }
        return true
    }

    // MARK: The whole helper

    /// Puts what was read in the place of standard input.
    private static func standIn(_ input: [UInt8]) -> Bool {
        let file = latchkey_memory_file()
        guard file >= 0, write(input, to: file), lseek(file, 0, SEEK_SET) == 0 else { return false }
        return dup2(file, 0) == 0
    }

    private static func handOver() -> Never {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = unsafe path.withUnsafeMutableBytes { buffer in
            let characters = unsafe buffer.bindMemory(to: CChar.self)
            guard let start = characters.baseAddress else { return -1 }
            return unsafe readlink("/proc/self/exe", start, characters.count)
        }
        guard count > 0, count < path.count, let slash = path.prefix(count).lastIndex(of: UInt8(ascii: "/")),
            let folder = String(validating: path[..<slash], as: UTF8.self)
        else { fail("where this program lies cannot be found out") }
        // Never looked for in PATH: what is started here is handed secrets.
        for place in ["", "../libexec/latchkey/"] {
            let program = "\(folder)/\(place)\(wholeHelper)"
            var words: [UnsafeMutablePointer<CChar>?] = unsafe []
            for word in [program] + CommandLine.arguments.dropFirst() { unsafe words.append(unsafe strdup(word)) }
            unsafe words.append(nil)
            _ = unsafe execv(program, words)
        }
        fail("\(wholeHelper) is not installed beside this program")
    }

    private static func fail(_ sentence: String) -> Never {
        _ = write(Array("git-credential-latchkey: error: \(sentence)\n".utf8), to: 2)
        exit(1)
    }
}
