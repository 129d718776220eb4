import Foundation
import LatchkeyMatching
import Testing

@Suite struct `Shared-credential sets` {
    private func sets(_ json: String) throws -> SharedCredentialSets {
        var quirks = Quirks()
        try quirks.add(.sharedCredentials, Data(json.utf8))
        return quirks.sharedCredentials
    }

    private func givers(_ sets: SharedCredentialSets, on host: String) throws -> [String] {
        sets.givers(on: try Host(host)).flatMap(\.names).sorted()
    }

    @Test func `members of a set share each other's credentials`() throws {
        let sets = try sets(#"[{"shared": ["a.com", "b.com", "c.co.uk"]}]"#)
        #expect(try givers(sets, on: "b.com") == ["a.com", "b.com", "c.co.uk"])
        #expect(try givers(sets, on: "login.c.co.uk") == ["a.com", "b.com", "c.co.uk"])
        #expect(try givers(sets, on: "d.com") == [])
        #expect(try givers(sets, on: "ab.com") == [])
    }

    @Test func `a one-way set shares only from an old name to a new one`() throws {
        let sets = try sets(
            #"[{"from": ["old.com"], "to": ["new.com", "newer.com"], "fromDomainsAreObsoleted": true}]"#)
        #expect(try givers(sets, on: "new.com") == ["old.com"])
        #expect(try givers(sets, on: "newer.com") == ["old.com"])
        #expect(try givers(sets, on: "old.com") == [])
    }

    @Test func `a member below its site means that host and its subdomains`() throws {
        let sets = try sets(#"[{"shared": ["signin.a.com", "b.com"]}]"#)
        #expect(try givers(sets, on: "x.signin.a.com") == ["b.com", "signin.a.com"])
        #expect(try givers(sets, on: "www.a.com") == [])
    }

    @Test func `two sets do not join their sites`() throws {
        let sets = try sets(#"[{"shared": ["a.com", "b.com"]}, {"shared": ["c.com", "d.com"]}]"#)
        #expect(try givers(sets, on: "b.com") == ["a.com", "b.com"])
    }

    @Test func `a set ignores hosts without a registrable domain`() throws {
        let members = try ["github.io", "localhost", "10.0.0.1", "a.com"].map { try Host($0) }
        let sets = SharedCredentialSets([SharedCredentialSet(direction: .mutual, from: members, to: members)])
        #expect(try givers(sets, on: "alice.github.io") == [])
        #expect(try givers(sets, on: "a.com") == ["a.com"])
    }

    @Test func `all members of the built-in sets are registrable domains`() throws {
        #expect(SharedCredentialSets.builtIn.count == 13)
        for set in SharedCredentialSets.builtIn {
            #expect(set.from.allSatisfy { $0.registrableDomain?.text == $0.text })
            #expect(set.direction != .mutual || set.from.count >= 2)
        }
        let sets = Quirks().sharedCredentials
        #expect(try givers(sets, on: "appleid.apple.com") == ["apple.com", "icloud.com"])
        #expect(try givers(sets, on: "discord.com") == ["discordapp.com"])
        #expect(try givers(sets, on: "discordapp.com") == [])
    }
}
