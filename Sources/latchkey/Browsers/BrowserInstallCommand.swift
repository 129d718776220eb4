import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey browser install`: writes a native-messaging manifest for each browser.
struct BrowserInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Installs the native-messaging manifests for this user's browsers.")

    @OptionGroup var options: BrowserOptions

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        struct Place: Encodable {
            let browser: Browser.Identifier
            let manifest: String
        }

        let installed: [Place]
    }

    func run() async throws {
        let installation = try BrowserCommand.installation()
        let places = try options.namedPlaces() ?? BrowserOptions.foundPlaces()
        var table = Table()
        var installed: [Output.Place] = []
        var failed: CommandError?
        for place in places {
            do {
                try installation.install(in: place)
                table.add(place.browser.title, place.manifest)
                installed.append(Output.Place(browser: place.browser.identifier, manifest: place.manifest))
            } catch {
                guard let described = BrowserCommand.describe(error, at: place) else { throw error }
                // Continue with the other browsers.
                if let failed { Latchkey.console.report(failed) }
                failed = described
            }
        }
        if json {
            try Latchkey.console.print(json: Output(installed: installed))
        } else {
            Latchkey.console.print(table)
        }
        try noteSandboxed()
        if let failed { throw failed }
        guard !places.isEmpty else { throw BrowserOptions.noBrowser }
        if !json { try showInstructions(for: places) }
    }

    /// Explains why sandboxed browsers get no manifest.
    private func noteSandboxed() throws {
        let named = Set(options.browsers)
        for browser in Browser.all where named.isEmpty || named.contains(browser.identifier) {
            for finding in BrowserFinding.ofSandboxes(browser, try BrowserCommand.presence(of: browser)) {
                Latchkey.console.note("\(finding.name): \(finding.finding)")
                if let remedy = finding.remedy { Latchkey.console.hint(remedy) }
            }
        }
    }

    /// Explains how to install the extension in browsers that do not have it.
    private func showInstructions(for places: [BrowserPlace]) throws {
        for place in places {
            let sightings = ExtensionSighting.all(in: place)
            if let sighting = sightings.first(where: \.isEnabled) {
                Latchkey.console.print("\(place.browser.title): extension installed in \(sighting.profile)")
                continue
            }
            Latchkey.console.print("")
            Latchkey.console.print("To install the extension in \(place.browser.title):")
            for step in ExtensionInstructions.steps(for: place.browser, folder: InstalledFiles.extensionFolder()) {
                Latchkey.console.print(wrapping: "- " + step, indentation: 2)
            }
        }
        Latchkey.console.print("")
        Latchkey.console.print("Run \"latchkey browser status\" to check the result.")
    }
}

/// `latchkey browser uninstall`: removes only the files that `install` wrote.
struct BrowserUninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Removes the files that \"install\" wrote; by default, for all browsers.")

    @OptionGroup var options: BrowserOptions

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        /// The paths of the manifests.
        let removed: [String]
    }

    func run() async throws {
        let installation = try BrowserCommand.installation()
        do {
            let places = try options.namedPlaces() ?? installation.installedPlaces()
            var removed: [String] = []
            var foreign: BrowserError?
            for place in places {
                do {
                    guard try installation.uninstall(from: place) else { continue }
                    removed.append(place.manifest)
                    if !json { Latchkey.console.print("removed \(place.manifest)") }
                } catch let error as BrowserError {
                    foreign = error
                }
            }
            if json { try Latchkey.console.print(json: Output(removed: removed)) }
            if let foreign { throw foreign }
            if removed.isEmpty {
                throw CommandError("no manifest of Latchkey is installed there", status: .nothingFound)
            }
        } catch let error as BrowserError {
            throw BrowserCommand.describe(error)
        }
        Latchkey.console.note("remove the extension yourself on the browser's add-on page")
    }
}
