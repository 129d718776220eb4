import LatchkeyClient
import LatchkeySystem
import LatchkeyWire

/// What is said of a browser, with what to do about it; in the form of `latchkey doctor`.
enum BrowserFinding {
    typealias Check = AgentStatus.Result.Check

    /// - Parameter other: Where the same browser is connected, though not here.
    static func of(
        _ place: BrowserPlace, _ state: NativeHostInstallation.ManifestState, connectedAt other: BrowserPlace? = nil
    ) -> Check {
        let again = "run \"\(installing(place))\""
        return switch state {
        case .right:
            Check(name: place.browser.title, verdict: .good, finding: "its manifest is right: \(place.manifest)")
        case .missing where other != nil:
            // Nothing is broken: it is as the person wanted it.
            Check(
                name: place.browser.title, verdict: .warning,
                finding: "not connected \(place.whenStarted); connected \(other?.whenStarted ?? "elsewhere")",
                remedy: again + " if you want it there, too")
        case .missing:
            Check(
                name: place.browser.title, verdict: .bad, finding: "it has no manifest of the native host",
                remedy: again)
        case .otherProgram(let path):
            Check(
                name: place.browser.title, verdict: .bad, finding: "its manifest is stale: it names \(path)",
                remedy: again)
        case .otherCallers:
            Check(
                name: place.browser.title, verdict: .bad,
                finding: "its manifest does not let in exactly Latchkey's extension", remedy: again)
        case .foreign:
            Check(
                name: place.browser.title, verdict: .bad, finding: "\(place.manifest) is not Latchkey's",
                remedy: "run \"\(ShellWord.movingAside(place.manifest))\" and \"\(installing(place))\"")
        }
    }

    /// The command that puts a place's manifest there.
    private static func installing(_ place: BrowserPlace) -> String {
        let folder = place.userDataDirectory.map { " --user-data-dir \(ShellWord.quoting($0))" } ?? ""
        return "latchkey browser install \(place.browser.identifier.rawValue)\(folder)"
    }

    static func of(_ wrapper: NativeHostInstallation.WrapperState, in installation: NativeHostInstallation) -> Check {
        let path = installation.wrapperPath
        let again = "run \"latchkey browser install\""
        return switch wrapper {
        case .right: Check(name: "native host", verdict: .good, finding: "its script is right: \(path)")
        case .missing: Check(name: "native host", verdict: .bad, finding: "its script is missing", remedy: again)
        case .notExecutable:
            Check(
                name: "native host", verdict: .bad, finding: "its script cannot be run",
                remedy: "run \"chmod 700 \(ShellWord.quoting(path))\"")
        case .outdated:
            Check(
                name: "native host", verdict: .bad,
                finding: "its script is stale: it was written for other folders or another installation",
                remedy: again)
        case .programMissing:
            Check(
                name: "native host", verdict: .bad, finding: "\(installation.program) cannot be run",
                remedy: "install Latchkey anew, and run \"latchkey browser install\"")
        }
    }

    static func of(_ outcome: HostTrial.Outcome, for place: BrowserPlace) -> Check {
        let name = "native host"
        let family = place.browser.family == .chromium ? "Chromium" : "Firefox"
        return switch outcome {
        case .answered(let version):
            Check(
                name: name, verdict: .good,
                finding: "started as \(family) does, it reaches the agent, version \(version)")
        case .refused(let error):
            Check(
                name: name, verdict: .bad, finding: "it says: \(error.message)",
                remedy: error.hint ?? "run \"latchkey doctor\"")
        case .ended(let status):
            Check(
                name: name, verdict: .bad, finding: "it ended with status \(status) and no answer",
                remedy: "run \"latchkey browser install\"")
        case .notStarted(let error):
            Check(
                name: name, verdict: .bad, finding: "it cannot be started: \(error.sentence)",
                remedy: "run \"latchkey browser install\"")
        case .timedOut(let seconds):
            Check(
                name: name, verdict: .bad, finding: "it did not answer within \(seconds) seconds",
                remedy: "run \"latchkey doctor\"")
        }
    }

    static func of(_ sightings: [ExtensionSighting], in place: BrowserPlace, isThere: (String) -> Bool) -> [Check] {
        let name = place.browser.title
        let way = "run \"\(installing(place))\" to see how it gets in"
        let folder = place.userDataDirectory.map { " of \($0)" } ?? ""
        guard !sightings.isEmpty else {
            return [
                Check(
                    name: name, verdict: .warning,
                    finding:
                        "the extension is in no profile\(folder); one that is loaded until the browser ends is not seen",
                    remedy: way)
            ]
        }
        return sightings.map { sighting in
            let version = sighting.version.map { ", version \($0)" } ?? ""
            if let folder = sighting.unpackedFrom, !isThere(folder + "/manifest.json") {
                return Check(
                    name: name, verdict: .bad,
                    finding: "the extension in \(sighting.profile) was loaded from \(folder), where it is no more",
                    remedy: way)
            }
            return sighting.isEnabled
                ? Check(
                    name: name, verdict: .good, finding: "the extension is on\(version), in \(sighting.profile)")
                : Check(
                    name: name, verdict: .warning, finding: "the extension is off\(version), in \(sighting.profile)",
                    remedy: place.browser.family == .chromium
                        ? "turn it on in chrome://extensions" : "turn it on in about:addons")
        }
    }

    /// What is true of browsers that are packed with a sandbox of their own.
    static func ofSandboxes(_ browser: Browser, _ presence: BrowserPresence) -> [Check] {
        var checks: [Check] = []
        if presence.isFlatpak {
            checks.append(
                Check(
                    name: "\(browser.title) (Flatpak)", verdict: .warning,
                    finding:
                        "it cannot start programs outside of its sandbox, so it cannot reach Latchkey; the permission "
                        + "that would let it (org.freedesktop.Flatpak) lets it do everything",
                    remedy: "use \(browser.title) as a package of your distribution or of its makers"))
        }
        if presence.isSnap {
            checks.append(
                Check(
                    name: "\(browser.title) (Snap)", verdict: .warning,
                    finding: browser.family == .firefox
                        ? "it starts native hosts only through a desktop portal that asks you, which not every system has; "
                            + "Latchkey was not tried with it"
                        : "its confinement keeps it from starting programs of the system, so it cannot reach Latchkey",
                    remedy: "use \(browser.title) as a package of your distribution or of its makers"))
        }
        return checks
    }
}

extension BrowserPlace {
    /// For the end of "connected".
    fileprivate var whenStarted: String {
        userDataDirectory.map { "when it is started with --user-data-dir \($0)" } ?? "when it is started as usual"
    }
}
