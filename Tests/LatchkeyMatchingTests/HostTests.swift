import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct `A host` {
    @Test(arguments: [
        // Spellings of one name.
        ("example.com", "example.com", Host.Kind.domain),
        ("EXAMPLE.com", "example.com", .domain),
        ("example.com.", "example.com", .domain),
        ("ex%61mple.com", "example.com", .domain),
        ("a_b.example.com", "a_b.example.com", .domain),
        ("localhost", "localhost", .singleLabel),
        ("INTRANET", "intranet", .singleLabel),
        // International names, in both forms (UTS 46, non-transitional).
        ("Bücher.example", "xn--bcher-kva.example", .domain),
        ("xn--bcher-kva.example", "xn--bcher-kva.example", .domain),
        ("XN--BCHER-KVA.example", "xn--bcher-kva.example", .domain),
        ("b%C3%BCcher.example", "xn--bcher-kva.example", .domain),
        ("bu\u{308}cher.example", "xn--bcher-kva.example", .domain),
        ("faß.de", "xn--fa-hia.de", .domain),
        ("a。b.com", "a.b.com", .domain),
        ("食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn", .domain),
        // Addresses.
        ("192.168.0.1", "192.168.0.1", .ipv4),
        ("127.0.0.1.", "127.0.0.1", .ipv4),
        ("[::1]", "[::1]", .ipv6),
        ("::1", "[::1]", .ipv6),
        ("[::]", "[::]", .ipv6),
        ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]", .ipv6),
        ("[2001:db8:0:1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]", .ipv6),
        ("[1::]", "[1::]", .ipv6),
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]", .ipv6),
        ("[::ffff:1.2.3.4]", "[::ffff:102:304]", .ipv6),
    ])
    func `a host has one canonical form`(written: String, canonical: String, kind: Host.Kind) throws {
        let host = try Host(written)
        #expect(host.text == canonical)
        #expect(host.kind == kind)
        #expect(try Host(host.text) == host)
    }

    @Test(arguments: [
        ("", HostError.empty),
        (".", .empty),
        ("..", .emptyLabel),
        ("a..com", .emptyLabel),
        (".com", .emptyLabel),
        ("ü..com", .emptyLabel),
        ("a b.com", .forbiddenByte(0x20)),
        ("a/b.com", .forbiddenByte(0x2F)),
        ("*.example.com", .forbiddenByte(0x2A)),
        ("a%2Fb.com", .forbiddenByte(0x2F)),
        ("a%00b.com", .forbiddenByte(0)),
        ("ü%00.com", .forbiddenByte(0)),
        // A letter that unfolds into a slash.
        ("ab℀.com", .forbiddenByte(0x2F)),
        ("a%2.com", .badPercent),
        ("a%zz.com", .badPercent),
        ("a%", .badPercent),
        ("a%FF.com", .badPercent),
        // The odd notations of IPv4.
        ("127.1", .oddIPv4),
        ("0x7f.1", .oddIPv4),
        ("0x7f.0.0.0x1", .oddIPv4),
        ("2130706433", .oddIPv4),
        ("0x7f000001", .oddIPv4),
        ("0177.0.0.1", .oddIPv4),
        ("127.0.0.01", .oddIPv4),
        ("1.2.3.4.5", .oddIPv4),
        ("256.1.1.1", .oddIPv4),
        ("example.1", .oddIPv4),
        ("example.0x", .oddIPv4),
        ("[::1", .badIPv6),
        ("::1]", .badIPv6),
        ("[]", .badIPv6),
        ("[:::]", .badIPv6),
        ("[1:2:3:4:5:6:7:8:9]", .badIPv6),
        ("[1:2:3:4:5:6:7:8:]", .badIPv6),
        ("[1:2:3:4:5:6:7]", .badIPv6),
        ("[1::2::3]", .badIPv6),
        ("[12345::]", .badIPv6),
        ("[fe80::1%25eth0]", .badIPv6),
        ("[::1.2.3]", .badIPv6),
        ("[::01.2.3.4]", .badIPv6),
        ("[1:2:3:4:5:6:7:1.2.3.4]", .badIPv6),
    ])
    func `rejects a text that is not a host`(written: String, reason: HostError) {
        #expect(throws: reason) { try Host(written) }
    }

    @Test func `rejects letters that IDNA does not allow`() {
        #expect(throws: HostError.self) { try Host("a\u{202E}b.com") }
        #expect(throws: HostError.self) { try Host("x⁄y.com") }
    }

    @Test func `limits names and labels to the lengths of the DNS`() throws {
        let label = String(repeating: "a", count: 63)
        #expect(try Host(label + ".com").text.count == 67)
        #expect(throws: HostError.labelTooLong(count: 64)) { try Host(label + "a.com") }
        let name = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
        #expect(try Host(name).text.count == 253)
        #expect(throws: HostError.tooLong(count: 254)) { try Host(name + "b") }
        #expect(throws: HostError.tooLong(count: 1_000_000)) { try Host(String(repeating: "ü", count: 500_000)) }
    }

    @Test func `a Cyrillic name differs from the Latin one that looks the same`() throws {
        #expect(try Host("аpple.com") != Host("apple.com"))
        #expect(try Host("аpple.com").text == "xn--pple-43d.com")
    }

    @Test(arguments: [
        ("localhost", true), ("app.localhost", true), ("127.0.0.1", true), ("127.1.2.3", true), ("[::1]", true),
        ("example.com", false), ("localhost.com", false), ("notlocalhost", false), ("128.0.0.1", false),
        ("[::2]", false), ("localhost.example.com", false),
    ])
    func `recognises loopback hosts`(text: String, isLoopback: Bool) throws {
        #expect(try Host(text).isLoopback == isLoopback)
    }

    @Test(arguments: [
        ("a.b.example.com", ["a.b.example.com", "b.example.com", "example.com"]),
        ("example.com", ["example.com"]),
        ("a.b.example.co.uk", ["a.b.example.co.uk", "b.example.co.uk", "example.co.uk"]),
        ("x.alice.github.io", ["x.alice.github.io", "alice.github.io"]),
        // These stand for themselves.
        ("github.io", ["github.io"]),
        ("localhost", ["localhost"]),
        ("a.b.localhost", ["a.b.localhost"]),
        ("a.abcdef.onion", ["a.abcdef.onion"]),
        ("10.0.0.1", ["10.0.0.1"]),
        ("[::1]", ["[::1]"]),
    ])
    func `lists the parents down to the registrable domain`(text: String, names: [String]) throws {
        #expect(try Host(text).namesDownToSite == names)
    }

    @Test(arguments: [
        ("xyz.com", "xyz.com", true), ("a.xyz.com", "xyz.com", true), ("abcxyz.com", "xyz.com", false),
        ("xyz.com", "a.xyz.com", false), ("xyz.com", "", false), ("1.2.3.4", "3.4", false), ("xyz.com", ".com", false),
    ])
    func `a host is within a name only on a dot boundary`(host: String, name: String, isWithin: Bool) throws {
        #expect(try Host(host).isWithin(name) == isWithin)
    }

    @Test func `host parsing never traps, and an accepted host parses as itself`() throws {
        let pieces = Generator<String>.element(of: [
            "a", "Z", "0", "9", "255", "256", "0x", ".", ".", "-", "_", "[", "]", ":", "::", "%", "%41", "%C3%BC",
            "xn--",
            "ü", "ß", "。", "ﬁ", "com", "co.uk", "localhost", "\0", " ",
        ]).list(upTo: 12).map { $0.joined() }
        try forAll(.oneOf(pieces, .string()), runs: 4_000) { text in
            guard let host = try? Host(text) else { return true }
            return try Host(host.text) == host && host.text.utf8.allSatisfy { $0 < 0x80 }
        }
        try forAll(.bytes(), runs: 2_000) { bytes in
            _ = try? Host(bytes: bytes[...])
            return true
        }
    }
}
