import LatchkeyMatching
package import LatchkeyVault

/// What well-known sites take beside a password, or in its place.
///
/// No list of this comes with the files of shared sites that a person can install, so this is a small one of our own:
/// large sites that are known to take them. A site that is missing here may take both all the same.
package struct SecondFactors: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One-time codes from a program of the person's choice.
    package static let code = SecondFactors(rawValue: 1)
    package static let passkey = SecondFactors(rawValue: 2)

    /// What the sites of a login take, by their registrable domains.
    package static func possible(at sites: [Site]) -> SecondFactors {
        sites.reduce(into: []) { found, site in
            guard site.origin != nil, let domain = (try? Host(site.host))?.registrableDomain else { return }
            found.formUnion(table[domain.text] ?? [])
        }
    }

    private static let table: [String: SecondFactors] = {
        func rows(_ text: String, _ factors: SecondFactors) -> [(String, SecondFactors)] {
            text.split(whereSeparator: \.isWhitespace).map { (String($0), factors) }
        }
        return Dictionary(
            rows(both, [.code, .passkey]) + rows(codes, .code) + rows(passkeys, .passkey),
            uniquingKeysWith: { $0.union($1) })
    }()

    private static let both = """
        adobe.com amazon.com bitwarden.com cloudflare.com coinbase.com discord.com dropbox.com ebay.com facebook.com
        github.com gitlab.com google.com kraken.com linkedin.com live.com microsoft.com namecheap.com nintendo.com
        paypal.com playstation.com proton.me roblox.com shopify.com twitter.com x.com yahoo.com zoho.com
        """

    private static let codes = """
        atlassian.com bitbucket.org digitalocean.com docker.com ea.com epicgames.com evernote.com fastmail.com figma.com
        gandi.net heroku.com hetzner.com hubspot.com instagram.com kickstarter.com linode.com mailchimp.com mongodb.com
        mozilla.org namesilo.com netlify.com npmjs.com ovh.com pinterest.com posteo.de protonmail.com pypi.org reddit.com
        rubygems.org slack.com snapchat.com sourceforge.net squarespace.com stripe.com tumblr.com twilio.com twitch.tv
        ubisoft.com ubuntu.com vultr.com wordpress.com zoom.us
        """

    private static let passkeys = """
        apple.com bestbuy.com homedepot.com icloud.com kayak.com target.com tiktok.com whatsapp.com
        """
}
