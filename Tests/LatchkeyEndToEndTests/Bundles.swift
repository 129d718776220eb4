import Foundation
import Glibc

/// The providers' bundles, assembled once in a folder that every world has in `XDG_DATA_DIRS`.
enum Bundles {
    /// A folder for `XDG_DATA_DIRS`.
    static let dataFolder = Program.folder + "/EndToEndProviders"
    private static let assembly = Task { try await assemble() }

    /// Waits until the bundles are assembled.
    static func assembled() async throws { try await assembly.value }

    static let providers = dataFolder + "/latchkey/providers"
    static let first = "org.example.first"
    static let second = "org.example.second"
    static let demo = "org.example.demo"
    static let vault = "org.latchkey.vault.provider"

    /// Makes a folder in which MisbehavingProvider has the identifier of our own provider.
    ///
    /// - Returns: A folder for `XDG_DATA_DIRS`.
    static func impersonateVault() async throws -> String {
        try await assembled()
        let folder = Program.folder + "/EndToEndImpersonator"
        let bundle = folder + "/latchkey/providers/Impersonator.appex"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
            atPath: folder + "/latchkey/providers", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: providers + "/First.appex", toPath: bundle)
        let text = try String(contentsOfFile: bundle + "/Info.plist", encoding: .utf8).replacing(first, with: vault)
        try Data(text.utf8).write(to: URL(filePath: bundle + "/Info.plist"))
        return folder
    }

    /// Installs the vault's provider where only root can write, with the mode that Packaging/installed-files has.
    ///
    /// The test removes the folder.
    ///
    /// - Returns: A folder for `XDG_DATA_DIRS`.
    static func installVault() async throws -> String {
        try await assembled()
        let folder = "/var/lib/lke-\(getpid())-data"
        let bundle = folder + "/latchkey/providers/LatchkeyVault.appex"
        try FileManager.default.createDirectory(
            atPath: folder + "/latchkey/providers", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: providers + "/LatchkeyVault.appex", toPath: bundle)
        try FileManager.default.setAttributes(
            [.posixPermissions: NSNumber(value: try installedMode(of: "LatchkeyVault.appex/latchkey-vault-provider"))],
            ofItemAtPath: bundle + "/latchkey-vault-provider")
        return folder
    }

    /// The mode of a file of a provider in Packaging/installed-files.
    private static func installedMode(of name: String) throws -> Int {
        let list = try String(contentsOf: root.appending(path: "Packaging/installed-files"), encoding: .utf8)
        let line = list.split(separator: "\n").first { $0.hasSuffix(" share/latchkey/providers/" + name) }
        guard let mode = line?.split(separator: " ").first.flatMap({ Int($0, radix: 8) }) else {
            throw World.SetUpError(reason: "Packaging/installed-files has no \(name)")
        }
        return mode
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func assemble() async throws {
        let misbehaving = root.appending(path: "Tests/Support/MisbehavingProvider/Info.plist")
        let thirtyLines = root.appending(path: "Examples/ThirtyLineProvider/Info.plist")
        let ownVault = root.appending(path: "Packaging/LatchkeyVault.appex/Info.plist")
        try? FileManager.default.removeItem(atPath: dataFolder)
        for (name, program, list, identifier) in [
            ("First", "MisbehavingProvider", misbehaving, first),
            ("Second", "MisbehavingProvider", misbehaving, second),
            ("Demo", "ThirtyLineProvider", thirtyLines, demo),
            ("LatchkeyVault", "latchkey-vault-provider", ownVault, vault),
        ] {
            let bundle = "\(providers)/\(name).appex"
            try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
            let text = try String(contentsOf: list, encoding: .utf8).replacing(first, with: identifier)
                // The agent does not enable two providers with one name.
                .replacing(
                    "<string>Misbehaving</string>",
                    with: identifier == second ? "<string>Second</string>" : "<string>Misbehaving</string>")
            try Data(text.utf8).write(to: URL(filePath: bundle + "/Info.plist"))
            // Without debugging data, because the agent reads and digests the program often.
            let strip = try await Program(
                ["/usr/bin/strip", "-o", "\(bundle)/\(program)", "\(Program.folder)/\(program)"], environment: [:])
            let ending = try await strip.end()
            precondition(ending.status == 0, "strip failed for \(program): \(ending.error)")
        }
    }
}
