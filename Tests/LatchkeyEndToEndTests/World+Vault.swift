import Foundation
import Testing

/// A world with Latchkey's vault as the provider.
extension World {
    static let passphrase = "correct horse battery staple"

    /// A world with an empty, unlocked vault and its provider enabled.
    static func withVault(
        as user: UInt32? = nil, options: [String] = [], under wrapper: [String] = [],
        dataFolder: String = Bundles.dataFolder
    ) async throws -> World {
        let world = try await World(user: user, dataFolder: dataFolder)
        try await world.startAgent(options: options, under: wrapper)
        try world.write(passphrase + "\n", to: "passphrase")
        try await world.vault("create", "--passphrase-fd", "3", descriptor3: "passphrase")
        try await world.succeed(world.latchkey("providers", "enable", "--yes", "--no-configure", Bundles.vault))
        try await world.unlockVault()
        return world
    }

    func unlockVault() async throws {
        try await vault("unlock", "--passphrase-fd", "3", descriptor3: "passphrase")
    }

    /// Runs `latchkey-vault` with a file of the world as descriptor 3, and returns its stdout.
    ///
    /// - Throws: ``SetUpError`` if the program fails.
    @discardableResult
    func vault(_ words: String..., descriptor3 file: String? = nil) async throws -> String {
        try await succeed(run(Program.folder + "/latchkey-vault", words, descriptor3: file)).output
    }

    /// Adds a login with its password.
    func addLogin(_ site: String, user: String, password: String) async throws {
        try write(password + "\n", to: "password")
        try await vault("add", "--site", site, "--user", user, "--password-fd", "3", descriptor3: "password")
    }

    /// Runs a program without a terminal, with a file of the world as descriptor 3.
    func run(_ program: String, _ words: [String], descriptor3 file: String? = nil) async throws -> Program.Ending {
        let redirection = file.map { " 3<'\(path)/\($0)'" } ?? ""
        return try await Program(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\"" + redirection, program] + words, user: user,
            environment: environment
        ).end()
    }

    @discardableResult
    func succeed(_ ending: Program.Ending) throws -> Program.Ending {
        guard ending.status == 0 else { throw SetUpError(reason: "\(ending) \(agentLog)") }
        return ending
    }
}
