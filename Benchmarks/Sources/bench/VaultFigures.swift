import Foundation
import LatchkeyCore
import LatchkeyExchange
import LatchkeyProvider
import LatchkeyVault
import LatchkeyVaultProvider

/// Times of the vault without key derivation, as when the agent has the key.
struct VaultFigures {
    let quick: Bool

    func take() throws -> [Figure] {
        try (quick ? [1000, 10_000] : [1000, 10_000, 100_000]).flatMap { size in
            let name = AgentFigures.name(size)
            var figures: [Figure] = []
            var imports: [Double] = []
            var vaults: [BenchVault] = []
            for _ in 0..<(size > 10_000 ? 2 : 5) {
                let vault = try BenchVault()
                imports.append(try Stopwatch.milliseconds { try vault.fill(size) } / 1000)
                vaults.append(vault)
            }
            let vault = vaults[0]
            figures.append(
                Figure(
                    "import of \(name) rows", unit: "s", imports,
                    goal: [10_000: 0.5, 100_000: 5][size].map { (.max, $0) }))
            figures.append(
                Figure(
                    "one login out of \(name), cold process", try vault.coldSteps("login", times: 50),
                    goal: (.p50, 20)))
            figures.append(Figure("one login out of \(name), running process", try vault.runningLogins(times: 200)))
            let goal: (Figure.Statistic, Double)? = size == 10_000 ? (.p50, 60) : nil
            figures.append(
                Figure("open to full list, \(name), running process", try vault.runningLists(times: 20), goal: goal))
            figures.append(
                Figure("open to full list, \(name), cold process", try vault.coldSteps("list", times: 20), goal: goal))
            figures.append(Figure("health report, \(name)", try vault.healthReports(times: size > 10_000 ? 1 : 3)))
            return figures
        }
    }
}

/// A vault in its own folder.
final class BenchVault {
    let folder: URL
    private let key: Secret
    static let passphrase = "bench"
    private lazy var identifiers: [RecordIdentifier] = ((try? overviews()) ?? []).map(\.id)
    private let vault: UnlockedVault
    private let isTemporary: Bool

    /// - Parameter folder: The vault's folder; `nil` for a temporary folder, which is deleted with the object.
    init(in folder: URL? = nil) throws {
        isTemporary = folder == nil
        self.folder =
            folder ?? URL(filePath: "/tmp").appending(path: "latchkey-bench-vault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let created = try VaultFile(folder: self.folder).create(
            passphrase: Secret(Self.passphrase), cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1))
        vault = created.vault
        key = created.vault.vaultKey
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: folder) }
    }

    var keyInBase64: String { key.revealData().base64EncodedString() }

    /// Imports generated logins from CSV.
    func fill(_ count: Int, withCodes: Bool = false) throws {
        var next = 0
        var isFirst = true
        let report = try LoginImport.run(
            ByteSource {
                var text = isFirst ? "Title,URL,Username,Password,Notes,OTPAuth\r\n" : ""
                isFirst = false
                for index in next..<min(next + 500, count) {
                    text += "Site \(index),https://site\(index).example\(index % 97).com/login,"
                    text += "user\(index)@example.com,p4ss-\(index)-word!,,"
                    text += withCodes ? "\(SampleLogin.codeAddress(index))\r\n" : "\r\n"
                }
                next = min(next + 500, count)
                return Array(text.utf8)
            }, into: vault)
        guard report.added == count else { throw WireClient.Unexpected(what: "not every row was imported") }
    }

    func overviews() throws -> [Overview] { try vault.overviews().overviews }

    /// Opens single logins, each from the file to the password.
    func runningLogins(times: Int) throws -> [Double] {
        let identifiers = identifiers
        return try (0..<times).map { index in
            let id = identifiers[(index * 7919) % identifiers.count]
            return try Stopwatch.milliseconds { try VaultStep.login(folder, key, id) }
        }
    }

    /// Builds the health report, which rates every password.
    func healthReports(times: Int) throws -> [Double] {
        try (0..<times).map { _ in
            try Stopwatch.milliseconds {
                guard try HealthReport.makeBlocking(of: vault, at: Date()).count == vault.overviews().count else {
                    throw WireClient.Unexpected(what: "the health report left logins out")
                }
            }
        }
    }

    func runningLists(times: Int) throws -> [Double] {
        try (0..<times).map { _ in try Stopwatch.milliseconds { try VaultStep.list(folder, key) } }
    }

    /// Times a step in a new process, including its start and exit.
    func coldSteps(_ step: String, times: Int) throws -> [Double] {
        let identifiers = identifiers
        return try (0..<times).map { index in
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            let id = identifiers[(index * 7919) % identifiers.count]
            process.arguments = ["--step", step, folder.path, id.description]
            let input = Pipe()
            process.standardInput = input
            let output = Pipe()
            process.standardOutput = output
            defer { process.waitUntilExit() }
            return try Stopwatch.milliseconds {
                try process.run()
                // The end of the output is immediate; `waitUntilExit` polls.
                try input.fileHandleForWriting.write(contentsOf: key.revealData())
                try input.fileHandleForWriting.close()
                let printed = try output.fileHandleForReading.readToEnd() ?? Data()
                guard printed == Data("done\n".utf8) else { throw WireClient.Unexpected(what: "a step failed") }
            }
        }
    }
}

/// A step that is measured in a new process.
enum VaultStep {
    struct Unknown: Error {}

    /// Runs a step.
    ///
    /// The arguments are its name, the vault's folder and a record identifier; standard input has the key.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 3, let id = RecordIdentifier(arguments[2]),
            let key = try FileHandle.standardInput.readToEnd()
        else { throw Unknown() }
        let folder = URL(filePath: arguments[1])
        switch arguments[0] {
        case "login": try login(folder, Secret(copying: key), id)
        case "list": try list(folder, Secret(copying: key))
        default: throw Unknown()
        }
        print("done")
    }

    static func login(_ folder: URL, _ key: Secret, _ id: RecordIdentifier) throws {
        let record = try open(folder, key).record(id)
        guard record.login.password != nil else { throw WireClient.Unexpected(what: "a login has no password") }
    }

    static func list(_ folder: URL, _ key: Secret) throws {
        let page = try open(folder, key).overviews()
        guard page.count > 0 else { throw WireClient.Unexpected(what: "the list is empty") }
    }

    private static func open(_ folder: URL, _ key: Secret) throws -> UnlockedVault {
        guard let vault = try VaultFile(folder: folder).open() else { throw Unknown() }
        return try vault.unlock(vaultKey: key)
    }
}
