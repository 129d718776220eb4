import LatchkeyWire

extension ProviderDirectory {
    /// Rejects a name that looks like ours, or like that of another enabled provider.
    func checkName(of bundle: ProviderBundle) throws(RemoteError) {
        let skeleton = NameSkeleton(bundle.name)
        let editing = "ask its author for another CFBundleDisplayName in \(bundle.path)/Info.plist"
        guard !skeleton.isEmpty else {
            throw RemoteError(
                .providerUnusable, "\(bundle.id) cannot be enabled: its name has no letter that can be seen",
                hint: editing)
        }
        if skeleton.isReserved, bundle.id.rawValue != Self.ownProvider {
            throw RemoteError(
                .providerUnusable,
                "\(bundle.id) cannot be enabled: its name \"\(bundle.name)\" could be taken for Latchkey's own",
                hint: editing)
        }
        for other in settings.enabled where other != bundle.id && NameSkeleton(plainName(of: other)) == skeleton {
            throw RemoteError(
                .providerUnusable,
                "\(bundle.id) cannot be enabled: its name \"\(bundle.name)\" could be taken for that of \(other)",
                hint: "run \"latchkey providers disable \(other)\" first, or \(editing)")
        }
        if NameScripts.isMixed(bundle.name) {
            throw RemoteError(
                .providerUnusable,
                "\(bundle.id) cannot be enabled: its name \"\(bundle.name)\" mixes Latin letters with letters of "
                    + "another script",
                hint: editing)
        }
    }
}
