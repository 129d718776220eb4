extension SharedCredentialSets {
    /// Sites that publicly use one account (as of 2026-11).
    package static let builtIn: [SharedCredentialSet] =
        families.map { family in
            let members = family.compactMap { try? Host($0) }
            return SharedCredentialSet(direction: .mutual, from: members, to: members)
        }
        + renamed.compactMap { old, new in
            guard let from = try? Host(old), let to = try? Host(new) else { return nil }
            return SharedCredentialSet(direction: .oneWay(fromIsObsolete: true), from: [from], to: [to])
        }

    private static let families = [
        // One shop in many countries.
        [
            "amazon.com", "amazon.ca", "amazon.co.uk", "amazon.com.au", "amazon.com.mx", "amazon.de", "amazon.es",
            "amazon.fr", "amazon.it", "amazon.nl",
        ],
        [
            "ebay.com", "ebay.at", "ebay.ca", "ebay.ch", "ebay.co.uk", "ebay.com.au", "ebay.de", "ebay.es", "ebay.fr",
            "ebay.ie", "ebay.it", "ebay.nl", "ebay.pl",
        ],
        // One account for a company's services.
        ["apple.com", "icloud.com"],
        ["atlassian.com", "bitbucket.org", "trello.com"],
        ["epicgames.com", "unrealengine.com"],
        ["facebook.com", "messenger.com"],
        ["google.com", "youtube.com"],
        ["live.com", "microsoft.com", "microsoftonline.com", "office.com", "outlook.com"],
        ["steamcommunity.com", "steampowered.com"],
        ["twitter.com", "x.com"],
        // One account for the projects of a foundation or a network.
        [
            "askubuntu.com", "mathoverflow.net", "serverfault.com", "stackapps.com", "stackexchange.com",
            "stackoverflow.com", "superuser.com",
        ],
        [
            "mediawiki.org", "wikibooks.org", "wikidata.org", "wikimedia.org", "wikinews.org", "wikipedia.org",
            "wikiquote.org", "wikisource.org", "wikiversity.org", "wikivoyage.org", "wiktionary.org",
        ],
    ]

    /// Renamed services: credentials of the old name match on the new one.
    private static let renamed = [
        ("discordapp.com", "discord.com")
    ]
}
