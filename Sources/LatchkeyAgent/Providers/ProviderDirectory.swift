import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeySheet
import LatchkeyWire
import Synchronization

/// The installed providers and the user's settings for them.
package final class ProviderDirectory: Sendable {
    private let registry: ProviderRegistry
    let settings: ProviderSettings
    private let activation: ProviderActivation
    private let tokens: ContainerTokens
    /// Reads a provider's icon, a small PNG.
    private let readIcon: @Sendable (_ path: String) -> [UInt8]?
    /// How often a provider was disabled or confirmed again, after which apps must send the new token.
    private let generations = Mutex<[ProviderIdentifier: Int]>([:])
    /// The SHA-256 of each provider's icon, from the last check of its bundle.
    private let iconDigests = Mutex<[ProviderIdentifier: String]>([:])

    package init(
        registry: ProviderRegistry, settings: ProviderSettings, activation: ProviderActivation, tokens: ContainerTokens,
        readIcon: @escaping @Sendable (_ path: String) -> [UInt8]?
    ) {
        self.registry = registry
        self.settings = settings
        self.activation = activation
        self.tokens = tokens
        self.readIcon = readIcon
    }

    // MARK: Reading

    /// The enabled providers that can run, in the user's order.
    func enabled() async -> [ProviderBundle] {
        var bundles: [ProviderBundle] = []
        for bundle in settings.enabled.compactMap({ registry.bundle($0) }) {
            if case .on = await standing(of: bundle) { bundles.append(bundle) }
        }
        return bundles
    }

    /// The enabled providers as suggestions need them.
    var finderProviders: [ProviderIdentifier: SuggestionFinder.Provider] {
        var providers: [ProviderIdentifier: SuggestionFinder.Provider] = [:]
        for (order, id) in settings.enabled.enumerated() {
            providers[id] = SuggestionFinder.Provider(name: name(of: id), order: order)
        }
        return providers
    }

    /// The capabilities of the enabled providers, in the user's order.
    ///
    /// This does not read the disk: a changed bundle is detected when it is started.
    var offers: [ProviderOffer] {
        settings.enabled.compactMap { registry.bundle($0) }.filter(\.problems.isEmpty).map { bundle in
            ProviderOffer(bundle, name: name(of: bundle.id))
        }
    }

    /// The name of a provider to show, with its identifier if another provider's name looks alike.
    ///
    /// The identifier comes first, so that a narrow screen truncates the name.
    func name(of provider: ProviderIdentifier) -> String {
        let name = plainName(of: provider)
        let skeleton = NameSkeleton(name)
        let isAlike =
            skeleton.isEmpty || NameScripts.isMixed(name) || NameScripts.reordersText(name)
            || skeleton.isReserved && provider.rawValue != Self.ownProvider
            || settings.enabled.contains { $0 != provider && NameSkeleton(plainName(of: $0)) == skeleton }
        return isAlike && name != provider.rawValue ? "\(provider) (\(name))" : name
    }

    /// The name that the user saw when the provider was enabled.
    func plainName(of provider: ProviderIdentifier) -> String {
        settings.pinnedName(of: provider) ?? registry.bundle(provider)?.name ?? provider.rawValue
    }

    /// The identifier of our own provider, the only one that may be called Latchkey.
    package static let ownProvider = "org.latchkey.vault.provider"

    func isEnabled(_ provider: ProviderIdentifier) -> Bool { settings.isEnabled(provider) }

    /// The named provider, or the first enabled one with the capability.
    func provider(
        _ named: ProviderIdentifier?, that can: (ProviderCapabilities) -> Bool, what: String
    ) async throws(RemoteError) -> ProviderIdentifier {
        guard let named else {
            if let first = await enabled().first(where: { can($0.capabilities) }) { return first.id }
            // A provider can have been installed since the folders were read.
            registry.reload()
            let on = await enabled()
            guard let first = on.first(where: { can($0.capabilities) }) else {
                // A disabled provider with the capability, or the list of all.
                let off = registry.current.bundles.first { bundle in
                    bundle.problems.isEmpty && can(bundle.capabilities) && !on.contains { $0.id == bundle.id }
                }
                throw RemoteError(
                    .noProviders, "no enabled provider offers \(what)",
                    hint: off.map { "run \"latchkey providers enable \($0.id)\"" }
                        ?? "run \"latchkey providers\" to see what is installed")
            }
            return first.id
        }
        let bundle = try self.bundle(named)
        guard can(bundle.capabilities) else {
            throw RemoteError(.notPermitted, "\(bundle.name) does not offer \(what)")
        }
        return bundle.id
    }

    /// The parameters for starting a provider, whose bundle is checked again each time.
    func launch(of provider: ProviderIdentifier) async throws(RemoteError) -> ProviderLaunch {
        let bundle = try bundle(provider)
        switch await standing(of: bundle) {
        case .off:
            throw RemoteError(
                .providerDisabled, "\(bundle.name) is disabled", hint: "run \"latchkey providers enable \(provider)\"")
        case .changed(let path, let digest):
            throw RemoteError(
                .providerChanged, "\(path) has changed since it was enabled",
                hint: "run \"latchkey providers enable \(provider)\" if you changed it",
                details: ["path": path, "digest": digest])
        case .partlyPinned(let path, let digest):
            throw RemoteError(
                .providerChanged,
                "\(path) was enabled by an older version of Latchkey, which checked its executable only",
                hint: "run \"latchkey providers enable \(provider)\" to confirm the whole bundle",
                details: ["path": path, "digest": digest])
        case .unusable(let problems): throw .unusable(bundle, problems)
        case .on: break
        }
        guard let executable = bundle.executable else { throw .unusable(bundle, bundle.problems) }
        // The provider can read its whole bundle, which must not include the containers.
        guard !tokens.container(of: provider).hasPrefix(bundle.path + "/") else {
            throw RemoteError(
                .providerUnusable, "\(bundle.path) contains the data of providers and cannot be a bundle",
                hint: "install the provider into a folder of its own")
        }
        return ProviderLaunch(
            provider: provider, name: name(of: provider), bundle: bundle.path, executable: executable,
            container: tokens.container(of: provider), isDebugging: settings.isDebugging(provider))
    }

    /// The mark of sheets; `nil` until it is set.
    var sheetMark: SheetMark? { settings.sheetMark }

    /// The frame of a provider's sheet: the provider and the requester.
    ///
    /// - Parameter address: The address of a request of git, which is shown if there is no page.
    func frame(
        of provider: ProviderIdentifier, for requester: Requester, in frame: PageFrame?, at address: GitAddress? = nil
    ) -> SheetFrame {
        let place = frame?.page.hostAndPort ?? (address?.host == nil ? nil : address?.text)
        return SheetFrame(
            providerName: name(of: provider),
            icon: icon(of: provider),
            requester: place.map { .site(Host.displayText(of: $0)) } ?? .program(requester.client.program),
            embeddingSite: frame?.embedder?.displayText, color: settings.sheetMark?.color,
            word: settings.sheetMark?.word)
    }

    /// The icon of the confirmed bundle; `nil` if it was replaced since the bundle was checked.
    private func icon(of provider: ProviderIdentifier) -> Data? {
        guard let icon = registry.bundle(provider)?.icon.flatMap({ readIcon($0) }).map({ Data($0) }),
            iconDigests.withLock({ $0[provider] }) == BundleDigests.digest(of: icon)
        else { return nil }
        return icon
    }

    /// All bundles for the settings: first the enabled ones in their order.
    func describe() async -> ListProviders.Result {
        // The folders are read again, since an installation does not notify the agent.
        registry.reload()
        let listing = registry.current
        let enabled = settings.enabled
        let sorted = listing.bundles.sorted { left, right in
            let places = (enabled.firstIndex(of: left.id) ?? Int.max, enabled.firstIndex(of: right.id) ?? Int.max)
            return places.0 == places.1 ? left.id < right.id : places.0 < places.1
        }
        var providers: [ProviderDescription] = []
        for bundle in sorted { providers.append(await describe(bundle)) }
        return ListProviders.Result(providers: providers, unreadable: listing.unreadable)
    }

    private func describe(_ bundle: ProviderBundle) async -> ProviderDescription {
        var problems = bundle.problems
        var state: BundleState?
        if bundle.executable != nil {
            do throws(ProviderProblem) { state = try await registry.state(of: bundle) } catch {
                problems.append(error)
            }
        }
        var description = ProviderDescription(
            id: bundle.id, name: bundle.name, path: bundle.path, executable: bundle.executable ?? "",
            executableDigest: state?.executableDigest, bundleDigest: state?.digest, icon: bundle.icon,
            containingApplication: bundle.containingApplication.program, capabilities: bundle.capabilities.names,
            isEnabled: settings.isEnabled(bundle.id), isDebugging: settings.isDebugging(bundle.id),
            problems: problems.map(\.sentence))
        switch settings.standing(of: bundle, state: state) {
        case .changed, .partlyPinned: description.hasChanged = true
        case .off, .on, .unusable: break
        }
        return description
    }

    /// The hint that repairs a bundle that cannot be used; `nil` if the user must install another bundle.
    func repair(of provider: ProviderIdentifier) async -> String? {
        guard let bundle = registry.bundle(provider), bundle.problems.isEmpty else { return nil }
        do throws(ProviderProblem) {
            _ = try await registry.state(of: bundle)
            return nil
        } catch {
            return error.hint(for: bundle.path)
        }
    }

    private func standing(of bundle: ProviderBundle) async -> ProviderSettings.Standing {
        // A bundle that is disabled or cannot run need not be digested.
        guard settings.isEnabled(bundle.id), bundle.problems.isEmpty else {
            return settings.standing(of: bundle, state: nil)
        }
        do throws(ProviderProblem) {
            let state = try await registry.state(of: bundle)
            let standing = settings.standing(of: bundle, state: state)
            iconDigests.withLock { $0[bundle.id] = standing == .on ? state.iconDigest : nil }
            return standing
        } catch {
            return .unusable([error])
        }
    }

    /// Finds a bundle, and reads the folders again if it is unknown.
    private func bundle(_ provider: ProviderIdentifier) throws(RemoteError) -> ProviderBundle {
        if registry.bundle(provider) == nil { registry.reload() }
        guard let bundle = registry.bundle(provider) else {
            throw RemoteError(
                .unknownProvider, "no provider \"\(provider)\" is installed",
                hint: "run \"latchkey providers\" to list the installed ones")
        }
        return bundle
    }

    // MARK: Changing

    /// The question to the user before a provider is enabled.
    struct Question: Hashable, Sendable {
        var name: String
        var path: String
        var digest: String
    }

    /// The name, path and digest of a provider that the user must confirm.
    func question(about provider: ProviderIdentifier) async throws(RemoteError) -> Question {
        registry.reload()
        let bundle = try bundle(provider)
        let state = try await enableableState(of: bundle)
        return Question(name: bundle.name, path: bundle.path, digest: state.digest)
    }

    /// The state of a bundle that can be enabled.
    private func enableableState(of bundle: ProviderBundle) async throws(RemoteError) -> BundleState {
        guard bundle.problems.isEmpty else { throw .unusable(bundle, bundle.problems) }
        try checkName(of: bundle)
        do throws(ProviderProblem) {
            return try await registry.state(of: bundle)
        } catch {
            throw .unusable(bundle, [error])
        }
    }

    /// Enables a provider that the user has confirmed.
    ///
    /// - Parameter missingLibrary: Returns the first shared library that the executable in the bundle cannot load.
    ///   It can run code of the bundle, so it is called only after the user has confirmed the digest.
    func enable(
        _ parameters: EnableProvider.Parameters,
        missingLibrary: @Sendable (_ executable: String, _ bundle: String) async -> String? = { _, _ in nil }
    ) async throws(RemoteError) -> EnableProvider.Result {
        // The bundle can have been repaired.
        registry.reload()
        let bundle = try bundle(parameters.provider)
        let state = try await enableableState(of: bundle)
        do throws(ProviderSettingsError) {
            try settings.check(bundle, state: state, confirmed: parameters.confirmedDigest)
        } catch {
            throw RemoteError(error, of: bundle)
        }
        if let executable = bundle.executable, let library = await missingLibrary(executable, bundle.path) {
            throw .missingLibrary(library, of: bundle.name)
        }
        // A provider with a similar name can have been enabled meanwhile.
        try checkName(of: bundle)
        do throws(ProviderSettingsError) {
            try activation.enable(bundle, state: state, confirmed: parameters.confirmedDigest)
        } catch {
            throw RemoteError(error, of: bundle)
        }
        iconDigests.withLock { $0[bundle.id] = state.iconDigest }
        generations.withLock { $0[bundle.id, default: 0] += 1 }
        return EnableProvider.Result(wantsConfiguration: bundle.capabilities.showsConfigurationUI)
    }

    func disable(_ provider: ProviderIdentifier) async throws(RemoteError) {
        guard settings.isEnabled(provider) || registry.bundle(provider) != nil else {
            _ = try bundle(provider)
            return
        }
        generations.withLock { $0[provider, default: 0] += 1 }
        do {
            try await activation.disable(provider)
        } catch {
            throw .notWritten
        }
    }

    func order(_ providers: [ProviderIdentifier]) throws(RemoteError) {
        for provider in providers where !settings.isEnabled(provider) {
            _ = try bundle(provider)
            throw RemoteError(.providerDisabled, "\(provider) is disabled", hint: "enable it first")
        }
        do {
            try settings.order(providers)
        } catch {
            throw .notWritten
        }
    }

    var keepsIdentitiesInMemory: Bool { settings.keepsIdentitiesInMemory }

    func keepIdentitiesInMemory(_ isOn: Bool) throws(RemoteError) {
        do {
            try settings.keepIdentitiesInMemory(isOn)
        } catch {
            throw .notWritten
        }
    }

    /// Sets the mark of sheets; a missing part stays, or is drawn at random.
    func chooseSheetMark(_ wish: ChooseSheetMark.Parameters) throws(RemoteError) -> SheetMark {
        var generator = SystemRandomNumberGenerator()
        let old = settings.sheetMark
        var color = old?.color ?? SheetMark.drawnColor(using: &generator)
        if let wanted = wish.color {
            guard let read = try? SheetColor(wanted) else {
                throw RemoteError(.invalidParameters, "expected a colour such as #1f549b")
            }
            color = read
        }
        let word = wish.word ?? old?.word ?? SheetMark.drawnWord(using: &generator)
        guard let mark = SheetMark(color: color, word: word) else {
            throw RemoteError(
                .invalidParameters, "the word must have 1 to \(SheetMark.longestWord) characters that can be seen")
        }
        do {
            try settings.chooseSheetMark(mark)
        } catch {
            throw .notWritten
        }
        return mark
    }

    /// Draws a mark if there is none, before the first sheet is shown next to a page.
    ///
    /// If it cannot be saved, sheets are shown without it, and the next call draws another one.
    func drawSheetMark() {
        guard settings.sheetMark == nil else { return }
        _ = try? chooseSheetMark(ChooseSheetMark.Parameters())
    }

    func debug(_ provider: ProviderIdentifier, isOn: Bool) throws(RemoteError) {
        _ = try bundle(provider)
        settings.debug(provider, isOn: isOn)
    }

    func reload() { registry.reload() }

    // MARK: Containing apps

    /// Validates an app's token, and returns the generation for which it is valid.
    func accept(_ token: AuthenticateApp.Parameters) throws(RemoteError) -> Int {
        let generation = generation(of: token.provider)
        guard activation.accepts(token) else {
            throw RemoteError(.notPermitted, "the token does not belong to an enabled provider")
        }
        return generation
    }

    func generation(of provider: ProviderIdentifier) -> Int {
        generations.withLock { $0[provider, default: 0] }
    }
}

extension ProviderOffer {
    init(_ bundle: ProviderBundle, name: String) {
        let can = bundle.capabilities
        self.init(
            id: bundle.id, name: name, providesPasswords: can.providesPasswords,
            providesOneTimeCodes: can.providesOneTimeCodes, providesTextToInsert: can.providesTextToInsert,
            savesPasswords: can.supportsSavePasswordCredentials,
            generatesPasswords: can.supportsGeneratePasswordCredentials,
            generatesWithUI: can.supportsGeneratePasswordCredentialsWithUI, providesPasskeys: can.providesPasskeys,
            supportsConditionalPasskeyRegistration: can.supportsConditionalPasskeyRegistration,
            changesUserNames: can.supportsUserNameChanges)
    }
}

extension RemoteError {
    static let notWritten = RemoteError(
        .internalError, "the settings could not be written", hint: "run \"latchkey doctor\"")

    static func unusable(_ bundle: ProviderBundle, _ problems: [ProviderProblem]) -> RemoteError {
        RemoteError(
            .providerUnusable, "\(bundle.name) cannot be run: \(problems.map(\.sentence).joined(separator: "; "))",
            hint: problems.lazy.compactMap { $0.hint(for: bundle.path) }.first ?? "install \(bundle.path) again")
    }

    init(_ error: ProviderSettingsError, of bundle: ProviderBundle) {
        switch error {
        case .confirmationRequired(let path, let digest):
            self.init(
                .confirmationRequired, "turning on \(path) needs a confirmation",
                hint: "run \"latchkey providers enable \(bundle.id)\"", details: ["path": path, "digest": digest])
        case .unusable(let problems): self = .unusable(bundle, problems)
        case .unreadableBundle: self.init(.providerUnusable, "\(bundle.path) cannot be read")
        case .notWritten: self = .notWritten
        }
    }
}

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
        // Where two names look alike, the identifier distinguishes them, so no name may be another's identifier.
        for other in settings.enabled
        where other != bundle.id && [plainName(of: other), other.rawValue].map(NameSkeleton.init).contains(skeleton) {
            throw RemoteError(
                .providerUnusable,
                "\(bundle.id) cannot be enabled: its name \"\(bundle.name)\" could be taken for that of \(other)",
                hint: "run \"latchkey providers disable \(other)\" first, or \(editing)")
        }
        if NameScripts.reordersText(bundle.name) {
            throw RemoteError(
                .providerUnusable,
                "\(bundle.id) cannot be enabled: its name has an invisible character that changes the order of letters",
                hint: editing)
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
