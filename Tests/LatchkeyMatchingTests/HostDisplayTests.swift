import LatchkeyMatching
import Testing

@Suite("A host that is shown to a person") struct HostDisplayTests {
    @Test(arguments: [
        ("bücher.example", "bücher.example (xn--bcher-kva.example)"),
        ("www.straße.example", "www.straße.example (www.xn--strae-oqa.example)"),
        ("việt-nam.example", "việt-nam.example (xn--vit-nam-zv4c.example)"),
        ("пример.рф", "пример.рф (xn--e1afmkfd.xn--p1ai)"),
        ("ελλάδα.example", "ελλάδα.example (xn--hxakic4aa.example)"),
        ("日本語.example", "日本語.example (xn--wgv71a119e.example)"),
        ("한국.example", "한국.example (xn--3e0b707e.example)"),
    ])
    func `a name of unmistakable letters is shown in Unicode`(name: String, shown: String) throws {
        #expect(try Host(name).displayText == shown)
    }

    @Test(arguments: [
        // All of it looks Latin.
        "аррӏе.com", "сосо.com", "ооо.example", "νικα.example",
        // Several scripts in one label.
        "gооgle.com", "pаypal.com", "日本a.example", "bücherя.example",
        // Latin letters that pass for others, and a slash that is none.
        "googıe.com", "comノlogin.example", "ノ.example",
        // A script that is not listed.
        "ქართული.example",
    ])
    func `a name with look-alike letters is shown in its xn-- form only`(name: String) throws {
        let host = try Host(name)
        #expect(host.text.contains("xn--"))
        #expect(host.displayText == host.text)
    }

    @Test(arguments: ["example.com", "127.0.0.1", "[::1]", "localhost", "xn--a.example", "xn--.example"])
    func `a host without xn-- labels is shown unchanged`(name: String) {
        #expect(Host.displayText(of: name) == name)
    }

    @Test func `the display form keeps port and path`() {
        #expect(
            Host.displayText(of: "https://xn--bcher-kva.example:8443/login")
                == "https://bücher.example:8443/login (xn--bcher-kva.example)")
        #expect(
            Host.displayText(of: "xn--bcher-kva.example:8443") == "bücher.example:8443 (xn--bcher-kva.example)")
        #expect(
            Host.displayText(of: "http://BÜCHER.example/ä?ü#ö") == "http://bücher.example/ä?ü#ö (xn--bcher-kva.example)"
        )
        #expect(Host.displayText(of: "https://gооgle.example/") == "https://xn--ggle-55da.example/")
        #expect(Host.displayText(of: "Müller & Söhne") == "Müller & Söhne")
        #expect(Host.displayText(of: "Café") == "Café")
        #expect(Host.displayText(of: "A title about xn--bcher-kva") == "A title about xn--bcher-kva")
    }
}
