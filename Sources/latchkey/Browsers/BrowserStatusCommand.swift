import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey browser status`: checks the connection between browsers and agent, and prints remedies.
///
/// It starts the native host as a browser does; the native host starts the agent if necessary.
struct BrowserStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Checks for each browser whether it reaches the agent, and prints remedies.")

    @OptionGroup var options: BrowserOptions

    @Flag(help: "Prints JSON.")
    var json = false

    private typealias Check = AgentStatus.Result.Check

    private struct Report: Encodable {
        struct Place: Encodable {
            var browser: Browser.Identifier
            var manifest: String
            var userDataDirectory: String?
            /// Whether manifest, start script and native host work.
            var reachesAgent: Bool
            /// The number of profiles in which the extension is enabled.
            var profiles: Int
            var checks: [Check]
        }

        var nativeHost: [Check]
        var browsers: [Place]
        var sandboxed: [Check]
    }

    func run() async throws {
        let installation = try BrowserCommand.installation()
        let places = try options.namedPlaces() ?? allPlaces(of: installation)
        let sandboxed = try sandboxedChecks()
        guard !places.isEmpty else {
            try show(Report(nativeHost: [], browsers: [], sandboxed: sandboxed))
            throw BrowserOptions.noBrowser
        }
        let report = try await look(at: places, of: installation, sandboxed: sandboxed)
        try show(report)
        let checks = report.nativeHost + report.browsers.flatMap(\.checks)
        if checks.contains(where: { $0.verdict == .bad }) {
            throw CommandError(
                "not every browser reaches the agent", hint: "see the lines marked \"bad\"")
        }
    }

    /// The places with a manifest, and the default places of the installed browsers.
    private func allPlaces(of installation: NativeHostInstallation) throws -> [BrowserPlace] {
        let installed: [BrowserPlace]
        do {
            installed = try installation.installedPlaces()
        } catch let error as BrowserError {
            throw BrowserCommand.describe(error)
        }
        let found = try BrowserOptions.foundPlaces().filter { !installed.contains($0) }
        return installed + found
    }

    private func look(
        at places: [BrowserPlace], of installation: NativeHostInstallation, sandboxed: [Check]
    ) async throws -> Report {
        let states = places.map { installation.state(of: $0) }
        var host: [Check] = []
        var works = false
        // Without any manifest, the findings about missing manifests are enough.
        if states.contains(where: { $0 == .right || $0 == .otherCallers }) {
            let state = try installation.wrapperState()
            host.append(BrowserFinding.of(state, in: installation))
            works = state == .right
        }
        // One per family, since each family passes its own arguments.
        var tried: Set<Browser.Family> = []
        for (place, state) in zip(places, states) where works && state == .right {
            guard tried.insert(place.browser.family).inserted else { continue }
            let outcome = await HostTrial(program: installation.wrapperPath, for: place).run()
            host.append(BrowserFinding.of(outcome, for: place))
            if case .answered = outcome { continue }
            works = false
        }
        let connected = zip(places, states).filter { $0.1 == .right }.map(\.0)
        let browsers = zip(places, states).map { place, state in
            // A browser that the user named must be connected at its default place.
            let other = options.browsers.isEmpty ? connected.first { $0.browser == place.browser } : nil
            let sightings = ExtensionSighting.all(in: place)
            let found = BrowserFinding.of(sightings, in: place) { FileManager.default.fileExists(atPath: $0) }
            return Report.Place(
                browser: place.browser.identifier, manifest: place.manifest,
                userDataDirectory: place.userDataDirectory, reachesAgent: works && state == .right,
                profiles: sightings.count(where: \.isEnabled),
                checks: [BrowserFinding.of(place, state, connectedAt: other)] + (state == .missing ? [] : found))
        }
        return Report(nativeHost: host, browsers: browsers, sandboxed: sandboxed)
    }

    private func sandboxedChecks() throws -> [Check] {
        let named = Set(options.browsers)
        return try Browser.all.filter { named.isEmpty || named.contains($0.identifier) }.flatMap {
            BrowserFinding.ofSandboxes($0, try BrowserCommand.presence(of: $0))
        }
    }

    private func show(_ report: Report) throws {
        if json { return try Latchkey.console.print(json: report) }
        let checks = report.nativeHost + report.browsers.flatMap(\.checks) + report.sandboxed
        var table = Table()
        for check in checks { table.add(check.verdict.rawValue, check.name, check.finding) }
        for (line, check) in zip(table.lines, checks) {
            Latchkey.console.print(wrapping: line, indentation: 9)
            // On a line of its own and never cut, so that the user can copy it.
            if let remedy = check.remedy { Latchkey.console.print(wrapping: "         → " + remedy, indentation: 11) }
        }
    }
}
