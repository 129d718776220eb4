import Foundation
import Testing

/// `make install` and `make uninstall`, with small files instead of the programs.
@Suite struct InstallationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A folder with the scripts and a stage, a prefix and a home; the test removes it.
    private struct Place {
        let path: String
        var prefix: String { path + "/prefix" }

        init() throws {
            path = TestRun.pathPrefix + "install-" + String(UInt32.random(in: 0 ... .max), radix: 36)
            let list = try String(contentsOf: root.appending(path: "Packaging/installed-files"), encoding: .utf8)
            for line in list.split(separator: "\n") where !line.hasPrefix("#") {
                let file = String(line.split(separator: " ")[1])
                try write(file, to: ".build/stage/" + (file.hasSuffix("/") ? file + "inside" : file))
            }
            try write(list, to: "Packaging/installed-files")
            for script in ["install", "uninstall"] {
                try write(
                    String(contentsOf: root.appending(path: "Scripts/\(script)"), encoding: .utf8),
                    to: "Scripts/\(script)")
            }
            try FileManager.default.createDirectory(atPath: path + "/home", withIntermediateDirectories: true)
        }

        func write(_ text: String, to file: String) throws {
            let url = URL(filePath: path + "/" + file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }

        func bash(_ words: String...) async throws -> Program.Ending {
            try await Program(
                ["/bin/bash"] + words, environment: ["PATH": "/usr/bin:/bin", "HOME": path + "/home", "LC_ALL": "C"]
            ).end()
        }

        /// The files and folders below the prefix.
        var installed: [String] {
            ((FileManager.default.enumerator(atPath: prefix)?.allObjects ?? []) as? [String] ?? []).sorted()
        }
    }

    @Test func `uninstall removes every folder that install made, and no other`() async throws {
        let place = try Place()
        defer { try? FileManager.default.removeItem(atPath: place.path) }
        for run in 1...2 {
            let ending = try await place.bash(place.path + "/Scripts/install", place.prefix)
            #expect(ending.status == 0, "run \(run): \(ending)")
        }
        #expect(place.installed.contains("share/man/man1/latchkeyd.1"))
        #expect(try await place.bash(place.path + "/Scripts/uninstall", place.prefix).status == 0)
        #expect(!FileManager.default.fileExists(atPath: place.prefix), "\(place.installed)")

        // A line that no installation wrote is ignored.
        try place.write("/../theirs\n/share/theirs\n", to: "prefix/share/latchkey/made-folders")
        for folder in ["theirs", "prefix/share/theirs"] {
            try FileManager.default.createDirectory(
                atPath: place.path + "/" + folder, withIntermediateDirectories: true)
        }
        #expect(try await place.bash(place.path + "/Scripts/uninstall", place.prefix).status == 0)
        for folder in ["theirs", "prefix/share/theirs"] {
            #expect(FileManager.default.fileExists(atPath: place.path + "/" + folder), "\(folder)")
        }

        // Folders of others stay, whether or not they are empty.
        try place.write("theirs", to: "prefix/share/man/man1/other.1")
        for folder in ["bin", "share/fish/vendor_completions.d"] {
            try FileManager.default.createDirectory(
                atPath: place.prefix + "/" + folder, withIntermediateDirectories: true)
        }
        let before = place.installed
        #expect(try await place.bash(place.path + "/Scripts/install", place.prefix).status == 0)
        #expect(try await place.bash(place.path + "/Scripts/uninstall", place.prefix).status == 0)
        #expect(place.installed == before)
    }

    @Test func `uninstall names what users still have, with commands that remove it`() async throws {
        let place = try Place()
        defer { try? FileManager.default.removeItem(atPath: place.path) }
        let link = "home/.config/systemd/user/sockets.target.wants/latchkeyd.socket"
        let manifests = ["home/.mozilla/native-messaging-hosts", "home/.config/chromium/NativeMessagingHosts"].map {
            $0 + "/org.latchkey.host.json"
        }
        for file in [link] + manifests { try place.write("{}", to: file) }
        try place.write("[credential]\n\thelper = cache\n\thelper = latchkey\n", to: "home/.gitconfig")
        try place.write("kept", to: "home/.local/share/latchkey/vault")
        #expect(try await place.bash(place.path + "/Scripts/install", place.prefix).status == 0)
        let ending = try await place.bash(place.path + "/Scripts/uninstall", place.prefix)
        #expect(ending.error == "")
        var commands: [String: String] = [:]
        for line in ending.output.split(separator: "\n") where line.hasPrefix("  ") && line.contains(":  ") {
            let parts = line.split(separator: ":", maxSplits: 1)
            commands[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        #expect(
            commands.keys.sorted() == [
                "browser extension", "browsers' manifests", "git's helper", "running agent", "socket at login",
            ])
        // Not run here: it would end the agents of other tests.
        #expect(commands.removeValue(forKey: "running agent") == #"pkill -u "$(id -u)" -x latchkeyd"#)
        commands["browser extension"] = nil
        for command in commands.values {
            #expect(try await place.bash("-c", command).status == 0, "\(command)")
        }
        for file in [link] + manifests { #expect(!FileManager.default.fileExists(atPath: place.path + "/" + file)) }
        #expect(
            try String(contentsOfFile: place.path + "/home/.gitconfig", encoding: .utf8)
                == "[credential]\n\thelper = cache\n")
        #expect(FileManager.default.fileExists(atPath: place.path + "/home/.local/share/latchkey/vault"))

        let package = try await place.bash(place.path + "/Scripts/uninstall", "/usr", place.path + "/staged")
        #expect(package == Program.Ending(output: "", error: "", status: 0))
    }

    @Test func `a release build hides the toolchain's own warning, and no other`() async throws {
        let place = try Place()
        defer { try? FileManager.default.removeItem(atPath: place.path) }
        let warning = "warning: the use of `mktemp' is dangerous, better use `mkstemp' or `mkdtemp'"
        let library = "/opt/swift/usr/lib/swift_static/linux/libFoundationEssentials.a"
        let kept = [
            "[40/63] Linking latchkey", "/build/ours.o:function f: \(warning)",
            "\(library)(FileManager.swift.o):x.o:function f: \(warning)",
            "\(library)(Data+Writing.swift.o):x.o:function f: warning: the use of `tempnam' is dangerous",
            "warning: variable 'x' was never used",
        ]
        let hidden = "\(library)(Data+Writing.swift.o):_ThreadLocal.swift.o:function $s20Foundation: \(warning)"
        try place.write((kept + [hidden]).joined(separator: "\n") + "\n", to: "output")
        let script = Self.root.appending(path: "Scripts/known-warnings.sed").path
        let ending = try await place.bash("-c", "sed --file='\(script)' '\(place.path)/output'")
        #expect(ending.output.split(separator: "\n").map(String.init) == kept)
    }

    /// The owner of the prefix's parent folder, and the expected mode of the provider's program.
    @Test(needsRoot, arguments: [(0, "711"), (65534, "755")])
    func `installs the provider's program readable where others than root can replace it`(
        owner: Int, mode: String
    ) async throws {
        // Below a folder of root, unlike the folder of temporary files.
        let folder = "/var/lib/latchkey-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = """
            set -e
            mkdir -p tree/Scripts tree/Packaging tree/.build/stage home
            chmod 755 . home; chown \(owner) home
            cp \(Self.root.path)/Scripts/install tree/Scripts; cp \(Self.root.path)/Packaging/installed-files tree/Packaging
            cd tree/.build/stage
            grep -v '^#' ../../Packaging/installed-files | while read -r mode path; do
                case $path in
                */) mkdir -p $path ;;
                *) mkdir -p $(dirname $path); : >$path ;;
                esac
            done
            cd ../../..
            tree/Scripts/install $PWD/home/prefix
            stat -c %a home/prefix/share/latchkey/providers/LatchkeyVault.appex/latchkey-vault-provider
            """
        let world = try await World()
        let ending = try await world.run("/usr/bin/env", ["-C", folder, "/bin/bash", "-c", script])
        #expect(ending.output.hasSuffix("\(mode)\n"), "\(ending)")
        #expect(ending.error.contains("install: note: users can write \(folder)/home, so") == (owner != 0), "\(ending)")
    }
}
