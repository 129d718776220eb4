import ArgumentParser
import Testing

@testable import LatchkeyCommandLine

@Suite("The words of a command line") struct CommandWordsTests {
    struct Root: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "root", subcommands: [Suggest.self, Fill.self, Providers.self])
    }
    struct Suggest: ParsableCommand {}
    struct Fill: ParsableCommand { @Argument var url: String }
    struct Providers: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: [Enable.self, Disable.self])
    }
    struct Enable: ParsableCommand {}
    struct Disable: ParsableCommand {}

    @Test(arguments: [
        (["suggest"], "root suggest"), (["fill", "sugest"], "root fill"),
        (["providers", "enable", "x"], "root providers enable"), (["providers"], "root providers"), ([], "root"),
        (["--help"], "root"), (["help", "providers"], "root"),
    ])
    func `finds the command in a command line`(words: [String], path: String) {
        let words = CommandWords(words, of: Root.self)
        #expect(words.path == path)
        #expect(words.unknown == nil)
    }

    @Test(arguments: [
        (["sugest"], "suggest"), (["sugegst"], "suggest"), (["Suggest"], "suggest"), (["flil"], "fill"),
        (["prov"], "providers"), (["providers", "enabel"], "enable"), (["providers", "disabled"], "disable"),
        (["frobnicate"], nil), (["s-u-g-g-e-s-t"], nil), (["fall-down"], nil),
        ([String(repeating: "x", count: 100_000)], nil),
    ])
    func `suggests the most similar command`(words: [String], nearest: String?) {
        let words = CommandWords(words, of: Root.self)
        #expect(words.unknown != nil)
        #expect(words.nearest == nearest)
    }

    struct Edit: ParsableCommand {
        @Argument var login: [String] = []
        @Option var user: String?
        @Option(name: .shortAndLong, parsing: .unconditional) var number: Int?
        @Flag var json = false
        @Flag(inversion: .prefixedNo) var favorite = false
    }
    struct Editing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "editing", subcommands: [Edit.self], defaultSubcommand: Edit.self)
    }

    @Test(arguments: [
        ([], nil), (["edit", "a", "--jsn"], "--jsn"), (["a", "--jsn"], "--jsn"), (["edit", "--jsn=x"], "--jsn"),
        (["edit", "-x", "a"], "-x"), (["edit", "--user", "--jsn"], nil), (["edit", "--user=--jsn", "--jsn"], "--jsn"),
        (["edit", "a", "--json", "--no-favorite", "-n", "-1", "--number", "-2", "--help", "-"], nil),
        (["edit", "--", "--jsn"], nil),
    ])
    func `finds the first option that the command does not have`(words: [String], option: String?) {
        #expect(CommandWords(words, of: Editing.self).unknownOption == option)
    }

    @Test(arguments: [
        (["lock"], "other lock"), (["Lock"], "other lock"), (["providers", "lock"], nil), (["suggest"], nil),
        (["frobnicate"], nil),
    ])
    func `names the command of another program`(words: [String], command: String?) {
        #expect(CommandWords(words, of: Root.self, elsewhere: ["lock": "other lock"]).elsewhere == command)
    }
}
