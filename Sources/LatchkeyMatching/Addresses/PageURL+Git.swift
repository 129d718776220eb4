extension PageURL {
    /// Reads a remote of git's as a place on the web.
    ///
    /// Nothing for another scheme, and for a host that is not the whole of what git names: what ends the authority early,
    /// or is decoded once more, would be another host than git's.
    package init?(gitProtocol scheme: String, host: String) {
        guard scheme == "https" || scheme == "http", !host.utf8.contains(where: { "/?#@\\%".utf8.contains($0) }),
            let page = try? PageURL("\(scheme)://\(host)/")
        else { return nil }
        self = page
    }
}
