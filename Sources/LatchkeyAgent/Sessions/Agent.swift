package import LatchkeyCore
package import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

/// The system's part of AutoFill: knows the providers and their identities, carries requests out, holds no vault.
package actor Agent {
    /// What this version can do beyond the protocol's first.
    ///
    /// - `frames`: what a browser vouches for around a frame, and what follows from it.
    /// - `copy`: the method; `copyText`: of what the caller holds, too.
    /// - `offers`: which provider offers what, and which is locked, with the suggestions.
    /// - `mayAsk`: saving without a sheet.
    /// - `search`: logins of every site.
    /// - `passkeys`: they are created, used and reported on for pages.
    /// - `lock`: the method, and who is unlocked with the suggestions.
    package static let features: [String] = [
        "frames", "copy", "copyText", "offers", "mayAsk", "search", "lock", "passkeys",
    ]

    /// Everything outside the agent's own rooms, set once at the entry point.
    package struct Dependencies: Sendable {
        package var launcher: any ProviderLauncher
        package var clock: MonotonicClock
        /// Seconds since 1970.
        package var date: @Sendable () -> Double
        package var deadlines = RequestRunner.Deadlines()
        /// A screen for a program that has none of its own, such as the desktop's `pinentry`.
        package var fallbackScreen: @Sendable (ClientDescription) -> (any SheetScreen)?
        /// The clipboard of a program's screen.
        package var clipboard: @Sendable (ClientDescription) async throws(RemoteError) -> ScreenClipboard
        /// Reads the person's files of shared sites; what is wrong with them comes beside.
        package var readQuirks: @Sendable () -> (quirks: Quirks, problems: [String])
        /// Checks for `latchkey doctor` that only the system knows.
        package var systemChecks: @Sendable () async -> [AgentStatus.Result.Check]
        package var processIdentifier: Int32
        /// Says something in the agent's own log; never a secret.
        package var note: @Sendable (String) -> Void

        package init(
            launcher: any ProviderLauncher, clock: MonotonicClock, date: @escaping @Sendable () -> Double,
            fallbackScreen: @escaping @Sendable (ClientDescription) -> (any SheetScreen)?,
            clipboard: @escaping @Sendable (ClientDescription) async throws(RemoteError) -> ScreenClipboard,
            readQuirks: @escaping @Sendable () -> (quirks: Quirks, problems: [String]),
            systemChecks: @escaping @Sendable () async -> [AgentStatus.Result.Check],
            processIdentifier: Int32,
            note: @escaping @Sendable (String) -> Void
        ) {
            self.launcher = launcher
            self.clock = clock
            self.date = date
            self.fallbackScreen = fallbackScreen
            self.clipboard = clipboard
            self.readQuirks = readQuirks
            self.systemChecks = systemChecks
            self.processIdentifier = processIdentifier
            self.note = note
        }
    }

    nonisolated let store: IdentityStore
    nonisolated let keychain: Keychain
    nonisolated let gitCredentials = GitCredentialCache()
    nonisolated let directory: ProviderDirectory
    nonisolated let dependencies: Dependencies
    nonisolated let log: ActivityLog
    nonisolated let starter: ProviderStarter
    private(set) var quirks: Quirks
    /// The requests that are being carried out.
    private var runners: [ObjectIdentifier: RequestRunner] = [:]
    /// Providers that a process of their own has locked, with the number of its request.
    nonisolated let locks = AsyncStream<(provider: ProviderIdentifier, request: Int)>.makeStream()
    private var requestCount = 0
    /// Providers that are to fill their stores again.
    nonisolated let refills = PendingRefills()
    /// The question whether a provider may be turned on.
    var enablePrompt = EnablePrompt()
    var recentFills = RecentFills()

    package init(
        store: IdentityStore, keychain: Keychain, directory: ProviderDirectory, log: ActivityLog,
        dependencies: Dependencies
    ) {
        self.store = store
        self.keychain = keychain
        self.directory = directory
        self.log = log
        self.dependencies = dependencies
        starter = ProviderStarter(launcher: dependencies.launcher, clock: dependencies.clock)
        quirks = dependencies.readQuirks().quirks
    }

    /// Looks after what outlives its request, until the task is cancelled; then every process is ended.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [keychain, dependencies] in await keychain.removeWhenExpired(dependencies.clock) }
            group.addTask { await self.refillStores() }
            group.addTask { await self.verifyStore() }
            group.addTask { [locks] in
                for await (provider, request) in locks.stream {
                    await self.endProcesses(of: provider, sparing: request)
                }
            }
            for await (provider, conversation) in starter.answered.stream {
                group.addTask { await self.windDown(conversation, of: provider) }
            }
            group.cancelAll()
        }
        await starter.end()
        await lock()
    }

    private func windDown(_ conversation: ProviderConversation, of provider: ProviderIdentifier) async {
        await conversation.windDown(clock: dependencies.clock, deadlines: dependencies.deadlines)
        await starter.ended(conversation, of: provider)
    }

    /// Reads the whole identity store once, when nobody waits for the agent any more.
    ///
    /// A byte that changed in an index hides logins without a sign. A damaged store is set aside, and its loss reported.
    private func verifyStore() async {
        do {
            repeat {
                try await dependencies.clock.sleep(Self.quietTime)
            } while !runners.isEmpty
            if try await !store.verify() { dependencies.note("the identity store was damaged") }
        } catch is CancellationError {
            return
        } catch {
            dependencies.note("the identity store could not be verified: \(error)")
        }
    }

    /// How long after the start, or a look that found requests open, in seconds.
    private static let quietTime = 30.0

    /// Forgets everything that is unlocked: the screen is locked, or the machine goes to sleep.
    ///
    /// Requests end as well: a provider's process may hold the key of its vault, and would put it down again.
    package func lock() async {
        keychain.wipe()
        // Those that begin meanwhile find nothing.
        for runner in runners.values { await runner.abandonAtOnce() }
        await starter.end()
        // What an app put down meanwhile: nobody unlocks anything behind a locked screen.
        keychain.wipe()
        do throws(IdentityStoreError) {
            try await store.forgetIfInMemory()
        } catch {
            dependencies.note("the identity store could not be forgotten: \(error)")
        }
    }

    /// Ends a provider's processes that were started before it was locked, and their requests: they may hold the key.
    ///
    /// The keychain takes nothing of theirs any more and gives them nothing, so that however long one takes to end, no
    /// process that begins meanwhile gets a key of it.
    ///
    /// - Parameter spared: The request whose own process has locked the provider.
    func endProcesses(of provider: ProviderIdentifier, sparing spared: Int? = nil) async {
        let lockGeneration = keychain.lockGeneration(of: provider)
        let older = runners.values.filter {
            $0.provider == provider && $0.lockGeneration < lockGeneration && $0.number != spared
        }
        for runner in older { await runner.abandonAtOnce() }
        await starter.end(provider)
    }

    /// Numbers a request.
    func nextRequest() -> Int {
        requestCount += 1
        return requestCount
    }

    /// Whether nothing is unlocked and nobody is served, so that the agent may leave.
    package var isIdle: Bool { runners.isEmpty && keychain.isEmpty }

    nonisolated func fallbackScreen(_ client: ClientDescription) -> (any SheetScreen)? {
        dependencies.fallbackScreen(client)
    }

    // MARK: Quirks

    func reloadQuirks() -> ReloadQuirks.Result {
        let read = dependencies.readQuirks()
        quirks = read.quirks
        return ReloadQuirks.Result(sharedSets: quirks.sharedCredentials.count, problems: read.problems)
    }

    func quirks(of parameters: QuirksOfSite.Parameters) throws(RemoteError) -> QuirksOfSite.Result {
        let page = try SuggestionFinder.page(parameters.url)
        let host = page.host
        let others = Set(quirks.sharedCredentials.givers(on: host).flatMap(\.names))
        return QuirksOfSite.Result(
            sharesLoginsWith: others.subtracting(host.namesDownToSite).sorted(),
            passwordRules: quirks.passwordRules(for: host),
            changePasswordURL: quirks.changePasswordAddress(for: host)?.text,
            wellKnownChangePasswordURL: page.isSecure ? page.origin + "/.well-known/change-password" : nil,
            appendsCodeToPassword: quirks.appendsCodeToPassword(at: host))
    }

    // MARK: Requests

    /// Carries a request out while it counts as open.
    ///
    /// - Parameter picked: The identity that it is about, dropped when its provider no longer knows it.
    func perform(
        _ order: RequestRunner.Order, about picked: StoredIdentity? = nil
    ) async throws(RemoteError) -> ProviderAnswer {
        var order = order
        if let picked { order.forgetIdentity = { [weak self] in await self?.forget(picked) } }
        let runner = RequestRunner(
            order, starter: starter, clock: dependencies.clock, deadlines: dependencies.deadlines,
            note: dependencies.note)
        runners[ObjectIdentifier(runner)] = runner
        defer { runners[ObjectIdentifier(runner)] = nil }
        return try await runner.run()
    }

    /// Drops an identity whose record is gone, and asks its provider for all of them.
    private func forget(_ picked: StoredIdentity) async {
        do throws(IdentityStoreError) {
            try await store.drop(picked)
        } catch {
            dependencies.note("an identity of \(picked.provider) could not be dropped: \(error)")
        }
        requestRefill(of: picked.provider)
    }

    /// Asks a provider to fill its store again, in the background and without an interface.
    ///
    /// One that waits for its turn already is not asked twice.
    package nonisolated func requestRefill(of provider: ProviderIdentifier) {
        refills.add(provider)
    }
}
