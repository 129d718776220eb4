import Foundation
import Testing

/// `Scripts/install`, with empty files in place of the built ones.
@Suite struct InstallationTests {
    private static let provider = "share/latchkey/providers/LatchkeyVault.appex/latchkey-vault-provider"
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

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
            cp \(Self.repository)/Scripts/install tree/Scripts; cp \(Self.repository)/Packaging/installed-files tree/Packaging
            cd tree/.build/stage
            grep -v '^#' ../../Packaging/installed-files | while read -r mode path; do
                case $path in
                */) mkdir -p $path ;;
                *) mkdir -p $(dirname $path); : >$path ;;
                esac
            done
            cd ../../..
            tree/Scripts/install $PWD/home/prefix
            stat -c %a home/prefix/\(Self.provider)
            """
        let world = try await World()
        let ending = try await world.run("/usr/bin/env", ["-C", folder, "/bin/bash", "-c", script])
        #expect(ending.output.hasSuffix("\(mode)\n"), "\(ending)")
        #expect(ending.error.contains("install: note: users can write \(folder)/home, so") == (owner != 0), "\(ending)")
    }
}
