import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey browser install`: writes a manifest of the native host for each browser.
struct BrowserInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Lets browsers start Latchkey's native host, for this user alone.")

    @OptionGroup var options: BrowserOptions

    func run() async throws {
        let installation = try BrowserCommand.installation()
        let places = try options.namedPlaces() ?? BrowserOptions.foundPlaces()
        var table = Table()
        var failed: CommandError?
        for place in places {
            do {
                try installation.install(in: place)
                table.add(place.browser.title, place.manifest)
            } catch {
                guard let described = BrowserCommand.describe(error, at: place) else { throw error }
                // The others are installed all the same.
                if let failed { Latchkey.console.report(failed) }
                failed = described
            }
        }
        Latchkey.console.print(table)
        try noteSandboxed()
        if let failed { throw failed }
        guard !places.isEmpty else { throw BrowserOptions.nothingFound }
        try showWayIn(for: places)
    }

    /// Says of browsers in a sandbox of their own why nothing was written for them.
    private func noteSandboxed() throws {
        let named = Set(options.browsers)
        for browser in Browser.all where named.isEmpty || named.contains(browser.identifier) {
            for finding in BrowserFinding.ofSandboxes(browser, try BrowserCommand.presence(of: browser)) {
                Latchkey.console.note("\(finding.name): \(finding.finding)")
                if let remedy = finding.remedy { Latchkey.console.hint(remedy) }
            }
        }
    }

    /// Says how the extension gets in, where it is not there yet.
    private func showWayIn(for places: [BrowserPlace]) throws {
        for place in places {
            let sightings = ExtensionSighting.all(in: place)
            if let sighting = sightings.first(where: \.isEnabled) {
                Latchkey.console.print("\(place.browser.title) has the extension, in \(sighting.profile).")
                continue
            }
            Latchkey.console.print("")
            Latchkey.console.print("The extension in \(place.browser.title):")
            for step in WayIn.steps(for: place.browser, folder: InstalledFiles.extensionFolder()) {
                Latchkey.console.print(wrapping: "- " + step, indentation: 2)
            }
        }
        Latchkey.console.print("")
        Latchkey.console.print("\"latchkey browser status\" says whether it worked.")
    }
}

/// `latchkey browser uninstall`: takes away what `install` wrote, and nothing else.
struct BrowserUninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Takes back what install wrote; without a browser, all of it.")

    @OptionGroup var options: BrowserOptions

    func run() async throws {
        let installation = try BrowserCommand.installation()
        do {
            let places = try options.namedPlaces() ?? installation.installedPlaces()
            var removed = 0
            var foreign: BrowserError?
            for place in places {
                do {
                    guard try installation.uninstall(from: place) else { continue }
                    removed += 1
                    Latchkey.console.print("removed \(place.manifest)")
                } catch let error as BrowserError {
                    foreign = error
                }
            }
            if let foreign { throw foreign }
            if removed == 0 { throw CommandError("nothing of Latchkey's is installed there", status: .nothingFound) }
        } catch let error as BrowserError {
            throw BrowserCommand.describe(error)
        }
        Latchkey.console.note("the extension itself is removed in the browser")
    }
}
