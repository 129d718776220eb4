import LatchkeyClient
import LatchkeySystem
import LatchkeyWire

/// The findings about a browser and the native host, with remedies, as `latchkey doctor` prints them.
enum BrowserFinding {
    typealias Check = AgentStatus.Result.Check

    /// - Parameter other: Another place where the same browser is connected.
    static func of(
        _ place: BrowserPlace, _ state: NativeHostInstallation.ManifestState, connectedAt other: BrowserPlace? = nil
    ) -> Check {
        let again = "run \"\(installing(place))\""
        return switch state {
        case .right:
            Check(name: place.browser.title, verdict: .good, finding: "native-messaging manifest OK: \(place.manifest)")
        case .missing where other != nil:
            // Not an error: the user may have connected only the other place.
            Check(
                name: place.browser.title, verdict: .warning,
                finding: "not connected \(place.whenStarted); connected \(other?.whenStarted ?? "elsewhere")",
                remedy: again + " to connect it there, too")
        case .missing:
            Check(
                name: place.browser.title, verdict: .bad, finding: "not connected: native-messaging manifest missing",
                remedy: again)
        case .otherProgram(let path):
            Check(
                name: place.browser.title, verdict: .bad,
                finding: "native-messaging manifest is outdated: it starts \(path)",
                remedy: again)
        case .otherCallers:
            Check(
                name: place.browser.title, verdict: .bad,
                finding: "native-messaging manifest does not allow exactly Latchkey's extension", remedy: again)
        case .foreign:
            Check(
                name: place.browser.title, verdict: .bad, finding: "\(place.manifest) was not created by Latchkey",
                remedy: "run \"\(ShellWord.movingAside(place.manifest))\" and \"\(installing(place))\"")
        }
    }

    /// The command that installs the manifest of a place.
    private static func installing(_ place: BrowserPlace) -> String {
        let folder = place.userDataDirectory.map { " --user-data-dir \(ShellWord.quoting($0))" } ?? ""
        return "latchkey browser install \(place.browser.identifier.rawValue)\(folder)"
    }

    static func of(_ wrapper: NativeHostInstallation.WrapperState, in installation: NativeHostInstallation) -> Check {
        let path = installation.wrapperPath
        let again = "run \"latchkey browser install\""
        return switch wrapper {
        case .right: Check(name: "native host", verdict: .good, finding: "start script OK: \(path)")
        case .missing: Check(name: "native host", verdict: .bad, finding: "start script is missing", remedy: again)
        case .notExecutable:
            Check(
                name: "native host", verdict: .bad, finding: "start script is not executable",
                remedy: "run \"chmod 700 \(ShellWord.quoting(path))\"")
        case .outdated:
            Check(
                name: "native host", verdict: .bad,
                finding: "start script is outdated: it was written for other folders or another installation",
                remedy: again)
        case .programMissing:
            Check(
                name: "native host", verdict: .bad, finding: "\(installation.program) cannot be run",
                remedy: "reinstall Latchkey, then run \"latchkey browser install\"")
        }
    }

    static func of(_ outcome: HostTrial.Outcome, for place: BrowserPlace) -> Check {
        let name = "native host"
        let family = place.browser.family == .chromium ? "Chromium" : "Firefox"
        return switch outcome {
        case .answered(let version):
            Check(
                name: name, verdict: .good,
                finding: "reaches the agent (version \(version)) when started as \(family) does")
        case .refused(let error):
            Check(
                name: name, verdict: .bad, finding: "it reports: \(error.message)",
                remedy: error.hint ?? "run \"latchkey doctor\"")
        case .ended(let status):
            Check(
                name: name, verdict: .bad, finding: "it exited with status \(status) without an answer",
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
        let remedy = "run \"\(installing(place))\" for instructions"
        let folder = place.userDataDirectory.map { " of \($0)" } ?? ""
        guard !sightings.isEmpty else {
            return [
                Check(
                    name: name, verdict: .warning,
                    finding:
                        "extension not installed in any profile\(folder); temporary ones cannot be detected",
                    remedy: remedy)
            ]
        }
        return sightings.map { sighting in
            let version = sighting.version.map { ", version \($0)" } ?? ""
            if let folder = sighting.unpackedFrom, !isThere(folder + "/manifest.json") {
                return Check(
                    name: name, verdict: .bad,
                    finding: "extension in \(sighting.profile) was loaded from \(folder), which no longer exists",
                    remedy: remedy)
            }
            return sighting.isEnabled
                ? Check(
                    name: name, verdict: .good, finding: "extension enabled\(version), in \(sighting.profile)")
                : Check(
                    name: name, verdict: .warning, finding: "extension disabled\(version), in \(sighting.profile)",
                    remedy: place.browser.family == .chromium
                        ? "enable it in chrome://extensions" : "enable it in about:addons")
        }
    }

    /// Warnings about browsers that are packaged with their own sandbox.
    static func ofSandboxes(_ browser: Browser, _ presence: BrowserPresence) -> [Check] {
        var checks: [Check] = []
        if presence.isFlatpak {
            checks.append(
                Check(
                    name: "\(browser.title) (Flatpak)", verdict: .warning,
                    finding:
                        "it cannot start programs outside its sandbox, so it cannot reach Latchkey; the permission "
                        + "that would allow this (org.freedesktop.Flatpak) gives it full access",
                    remedy: "install \(browser.title) from a package of your distribution or its vendor"))
        }
        if presence.isSnap {
            checks.append(
                Check(
                    name: "\(browser.title) (Snap)", verdict: .warning,
                    finding: browser.family == .firefox
                        ? "it starts native hosts only through a desktop portal, which not every system has and which "
                            + "was not tested with Latchkey"
                        : "its confinement prevents it from starting other programs, so it cannot reach Latchkey",
                    remedy: "install \(browser.title) from a package of your distribution or its vendor"))
        }
        return checks
    }
}

extension BrowserPlace {
    /// The end of the message "connected …".
    fileprivate var whenStarted: String {
        userDataDirectory.map { "when started with --user-data-dir \($0)" } ?? "when started as usual"
    }
}
