import Foundation
import Glibc

/// Times of WebAuthn operations without the browser, with an unlocked vault.
///
/// Passkeys are created as conditional upgrades after a password was filled, so the user is not asked.
struct PasskeyFigures {
    let programs: URL

    private static let logins = 1000
    private static let samples = 20
    private static let challenge = "Y2hhbGxlbmdlLW9mLXRoZS1zaXRl"

    func take() throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        try world.installProvider()
        try world.fillVault(Self.logins)
        let client = try world.client()
        var sites = 0..<Self.logins
        func next() -> Int { sites.popFirst() ?? 0 }
        _ = try create(at: next(), algorithm: -7, with: client)

        var figures: [Figure] = []
        for (name, algorithm) in [("ES256", -7), ("EdDSA", -8)] {
            let cold = try (0..<Self.samples).map { _ in try create(at: next(), algorithm: algorithm, with: client) }
            let ahead = try (0..<Self.samples).map { _ in
                try create(at: next(), algorithm: algorithm, isAhead: true, with: client)
            }
            figures += [
                Figure("create(), \(name), provider started cold", cold, goal: (.p50, 60)),
                Figure("create(), \(name), provider started ahead", ahead, goal: (.p50, 15)),
            ]
        }
        let made = 1...Self.samples
        let cold = try made.map { try sign(in: $0, with: client) }
        let ahead = try made.map { index in
            try startAhead(with: client)
            return try sign(in: index, with: client)
        }
        let nothing = try (0..<200).map { _ in try lookUpMissingPasskey(with: client) }
        return figures + [
            Figure("get(), provider started cold", cold, goal: (.p50, 60)),
            Figure("get(), provider started ahead", ahead, goal: (.p50, 15)),
            Figure("get() of a page that has nothing here", nothing, goal: (.p99, 1)),
        ]
    }

    private func page(_ index: Int) -> (url: String, party: String) {
        ("https://site\(index).example\(index % 97).com/login", "site\(index).example\(index % 97).com")
    }

    private func startAhead(with client: WireClient) throws {
        try client.call("startAhead", ["provider": World.provider])
        // Waits until the provider has started; a user needs longer.
        usleep(400_000)
    }

    private func request(_ party: String) -> [String: Any] { ["challenge": Self.challenge, "rpId": party] }

    private func create(
        at index: Int, algorithm: Int, isAhead: Bool = false, with client: WireClient
    ) throws -> Double {
        let (url, party) = page(index)
        let found = try client.call("suggest", ["url": url, "kinds": ["password"], "explain": false])
        guard let login = (found["suggestions"] as? [[String: Any]])?.first, let user = login["user"] as? String else {
            throw WireClient.Unexpected(what: "the agent did not find a login of the store")
        }
        try client.call("fill", ["suggestion": login["id"] ?? "", "url": url, "acceptsWarning": false])
        if isAhead { try startAhead(with: client) } else { try World.endWaitingProvider() }
        let options: [String: Any] = [
            "rp": ["id": party, "name": "Bench"], "user": ["id": "AQID", "name": user], "challenge": Self.challenge,
            "pubKeyCredParams": [["type": "public-key", "alg": algorithm]],
        ]
        return try Stopwatch.milliseconds {
            let made = try client.call("createPasskey", ["url": url, "options": options, "isConditional": true])
            let response = (made["credential"] as? [String: Any])?["response"] as? [String: Any]
            guard response?["publicKeyAlgorithm"] as? Int == algorithm else {
                throw WireClient.Unexpected(what: "the passkey has another algorithm")
            }
        }
    }

    private func sign(in index: Int, with client: WireClient) throws -> Double {
        let (url, party) = page(index)
        let question: [String: Any] = [
            "url": url, "kinds": ["passkey"], "explain": false, "passkeyRequest": ["options": request(party)],
        ]
        let found = try client.call("suggest", question)
        guard let passkey = (found["suggestions"] as? [[String: Any]])?.first else {
            throw WireClient.Unexpected(what: "the agent did not find a passkey")
        }
        return try Stopwatch.milliseconds {
            let signed = try client.call(
                "getPasskey", ["url": url, "options": request(party), "suggestion": passkey["id"] ?? ""])
            guard (signed["credential"] as? [String: Any])?["response"] != nil else {
                throw WireClient.Unexpected(what: "the answer has no signature")
            }
        }
    }

    /// The time of a request for a passkey on a site without passkeys.
    private func lookUpMissingPasskey(with client: WireClient) throws -> Double {
        let question: [String: Any] = [
            "url": "https://other.example/", "kinds": ["passkey"], "explain": false,
            "passkeyRequest": ["options": request("other.example")],
        ]
        return try Stopwatch.milliseconds { _ = try client.call("suggest", question) }
    }
}
