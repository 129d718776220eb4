import Foundation
import LatchkeyMatching
import Testing

@Suite struct PublicSuffixListTests {
    @Test(arguments: [
        ("alice.github.io", "alice.github.io"),
        ("www.bob.github.io", "bob.github.io"),
        ("a.co.uk", "a.co.uk"),
        ("x.b.co.uk", "b.co.uk"),
        ("portal.gov.pt", "portal.gov.pt"),
        ("a.b.example.com", "example.com"),
        ("www.city.kobe.jp", "city.kobe.jp"),
        ("a.example.unknown", "example.unknown"),
        ("gov.pt", nil),
        ("co.uk", nil),
        ("github.io", nil),
        ("com", nil),
        ("192.168.0.1", nil),
        ("localhost", nil),
        ("abcdef.onion", nil),
    ])
    func `gives the registrable domain, also with rules of the private section`(host: String, domain: String?) throws {
        #expect(try Host(host).registrableDomain?.text == domain)
    }

    @Test func `registrable domains pass the checks of the Public Suffix List`() throws {
        let text = String(decoding: try VectorFile.data("Vectors/public-suffix-list/test_psl.txt"), as: UTF8.self)
        let check = /checkPublicSuffix\('(?<name>[^']*)', (?:null|'(?<domain>[^']*)')\);/
        var count = 0
        for line in text.split(separator: "\n") where !line.hasPrefix("//") {
            guard let match = try check.wholeMatch(in: line) else { continue }
            let expected = try match.domain.map { try Host(String($0)).text }
            let found = try? Host(String(match.name)).registrableDomain?.text
            #expect(found == expected, "\(match.name)")
            count += 1
        }
        #expect(count == 77)
    }
}
