import Foundation

/// Times of importing `pass`, which runs gpg for each file, compared with gpg alone.
struct PassFigures {
    let programs: URL

    /// Fewer than for other formats, because gpg takes most of the time.
    private static let entries = 100
    private static let samples = 3

    func take() throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        let keys = world.home.appending(path: "keys")
        try FileManager.default.createDirectory(
            at: keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let environment = world.environment.merging(["GNUPGHOME": keys.path]) { $1 }
        let gpg = "/usr/bin/gpg"
        func run(_ program: String, _ words: [String]) throws -> TimedProgram.Run {
            try TimedProgram(program, words, environment: environment).run()
        }
        let generating = ["--quick-gen-key", "bench@example.com", "default", "default", "never"]
        _ = try run(gpg, ["--batch", "--quiet", "--passphrase", ""] + generating)
        defer { _ = try? run("/usr/bin/gpgconf", ["--kill", "gpg-agent"]) }
        let store = world.home.appending(path: "store")
        let files = try (0..<Self.entries).map { try entry($0, in: store) }
        // The importer recognizes a store by this file.
        try Data("bench@example.com\n".utf8).write(to: store.appending(path: ".gpg-id"))
        _ = try run(gpg, ["--batch", "--quiet", "-r", "bench@example.com", "--multifile", "--encrypt"] + files)
        for file in files { try FileManager.default.removeItem(atPath: file) }

        let alone = try (0..<Self.samples).map { _ in
            try files.map { file in
                try run(gpg, ["--quiet", "--batch", "--yes", "--decrypt", "--", "\(file).gpg"]).milliseconds
            }.reduce(0, +)
        }
        let imports = try (0..<Self.samples).map { _ in
            try world.emptyVault()
            return try world.importFile(
                store, password: nil, expecting: Self.entries, environment: environment
            ).milliseconds
        }
        return [
            Figure("import of \(Self.entries) entries of pass, gpg for each", imports),
            Figure("gpg alone for the same \(Self.entries) files", alone),
        ]
    }

    /// Writes an unencrypted entry; returns its path.
    private func entry(_ index: Int, in store: URL) throws -> String {
        let login = SampleLogin(index: index)
        let folder = store.appending(path: "site\(index).example.com")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "user\(index)")
        let text = [login.password, "user: \(login.user)", "url: \(login.address)", login.codeAddress, login.note]
        try Data(text.filter { !$0.isEmpty }.joined(separator: "\n").utf8).write(to: file)
        return file.path
    }
}
