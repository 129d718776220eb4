import Foundation
import Testing

/// The manual pages, as `make release` writes them.
@Suite struct ManualPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private struct Installed {
        let programs: [String]
        let pages: [String]
    }

    /// The programs and pages in Packaging/installed-files.
    private static func installed() throws -> Installed {
        let list = try String(contentsOf: root.appending(path: "Packaging/installed-files"), encoding: .utf8)
        let files = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
        func names(_ isWanted: ([Substring]) -> Bool) -> [String] {
            files.filter(isWanted).map { URL(filePath: String($0[1])).lastPathComponent }.sorted()
        }
        return Installed(
            programs: names { ["755", "711"].contains($0[0]) }, pages: names { $0[1].hasPrefix("share/man/") })
    }

    /// Writes all pages to a folder; the test removes it.
    private static func write() async throws -> String {
        let folder = TestRun.pathPrefix + "manual-" + String(UInt32.random(in: 0 ... .max), radix: 36)
        let ending = try await Program(
            [root.appending(path: "Scripts/make-manual").path, Program.folder, folder],
            environment: ["PATH": "/usr/bin:/bin"]
        ).end()
        #expect(ending == Program.Ending(output: "", error: "", status: 0))
        return folder
    }

    @Test func `every installed program has a page with all sections, which renders without a warning`() async throws {
        let folder = try await Self.write()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let installed = try Self.installed()
        #expect(installed.programs.count == 6)
        #expect(installed.pages == installed.programs.map { $0 + ".1" }.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == installed.pages)
        for page in installed.pages {
            let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
            let sections = text.split(separator: "\n").filter { $0.hasPrefix(".Sh ") }.map { $0.dropFirst(4) }
            let required = ["NAME", "SYNOPSIS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
            #expect(sections.filter { required.contains(String($0)) }.map(String.init) == required, "\(page)")
            let rendered = try await Program(
                ["/usr/bin/man", "--warnings", "-E", "UTF-8", "-l", "\(folder)/\(page)"],
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANROFFOPT": "-wall"]
            ).end()
            #expect(rendered.error == "", "\(page)")
            #expect(rendered.status == 0)
            #expect(rendered.output.contains("EXIT STATUS"), "\(page)")
            for reference in text.matches(of: /\.Xr (latchkey\S*|git-credential-latchkey) 1/) {
                #expect(installed.pages.contains("\(reference.output.1).1"), "\(page)")
            }
        }
    }

    @Test(arguments: [("latchkey", true), ("latchkey-vault", true), ("latchkeyd", false)])
    func `the synopsis names a subcommand only if the program has some`(name: String, hasCommands: Bool) async throws {
        let folder = try await Self.write()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = try String(contentsOfFile: "\(folder)/\(name).1", encoding: .utf8)
        #expect(text.contains("<subcommand>") == hasCommands)
        #expect(text.contains(".Sh COMMANDS\n") == hasCommands)
    }

    @Test(arguments: ["latchkey", "latchkey-vault"])
    func `each example is a command that the page describes, with its options`(name: String) async throws {
        let folder = try await Self.write()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let page = try String(contentsOfFile: "\(folder)/\(name).1", encoding: .utf8).replacing("\\-", with: "-")
        let examples = page.split(separator: "\n").filter { $0.hasPrefix("$ \(name) ") }
        #expect(examples.count > 4)
        for example in examples {
            let words = (example.split(separator: "|").first ?? example).split(separator: " ").dropFirst(2)
            #expect(page.contains(".Ss \(name) \(words.first ?? "")"), "\(example)")
            for option in words where option.hasPrefix("--") {
                #expect(page.contains(".It \(option)"), "\(example)")
            }
        }
    }
}
