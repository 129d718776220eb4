import Foundation
import Testing

/// The list of components that a release installs (`Scripts/make-sbom`).
@Suite(.timeLimit(.minutes(2))) struct SBOMTests {
    private struct Document: Decodable {
        struct Component: Decodable {
            struct Pedigree: Decodable {
                struct Commit: Decodable { let uid: String }
                let commits: [Commit]
            }
            let name: String
            let version: String?
            let purl: String?
            let pedigree: Pedigree?
        }
        let bomFormat: String
        let specVersion: String
        let components: [Component]
    }

    private struct Resolution: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { let revision, version: String }
            let state: State
        }
        let pins: [Pin]
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Writes the list of the built programs, and returns its bytes.
    private func list() async throws -> Data {
        let path = TestRun.pathPrefix + "sbom-\(UInt32.random(in: 0 ... .max)).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let programs = ["latchkey", "latchkeyd", "latchkey-vault"].map { "\(Program.folder)/\($0)" }
        // For "swift --version".
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": "/nowhere"]
        let ending = try await Program(
            [Self.root.appending(path: "Scripts/make-sbom").path, path] + programs, environment: environment
        ).end()
        #expect(ending.status == 0, "\(ending)")
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test func `names each pinned package with its commit, and each Debian library with its version`() async throws {
        let bytes = try await list()
        let list = try JSONDecoder().decode(Document.self, from: bytes)
        #expect(list.bomFormat == "CycloneDX" && list.specVersion == "1.5")
        let resolution = try JSONDecoder().decode(
            Resolution.self, from: Data(contentsOf: Self.root.appending(path: "Package.resolved")))
        #expect(
            Set(list.components.flatMap { $0.pedigree?.commits.map(\.uid) ?? [] })
                == Set(resolution.pins.map(\.state.revision)))
        for package in ["libsodium23", "libargon2-1", "libsqlite3-0", "libseccomp2", "libc6"] {
            let component = try #require(list.components.first { $0.name == package })
            let installed = try await Program(
                ["/usr/bin/dpkg-query", "--show", "--showformat=${Version}", package], environment: [:]
            ).end()
            #expect(component.version == installed.output)
            #expect(component.purl?.hasPrefix("pkg:deb/debian/\(package)@") == true)
        }
        #expect(list.components.contains { $0.name == "swift" && $0.version != nil })
        #expect(try await self.list() == bytes)
    }
}
