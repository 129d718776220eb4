import LatchkeyAgent
import LatchkeySystem
import LatchkeyTerminal
import LatchkeyWire

/// The check of `latchkey doctor` whether the agent can ask the user on the display of the user's session.
actor PinentryCheck {
    typealias Check = AgentStatus.Result.Check

    private let display: SessionDisplay
    private let environment: [String: String]
    /// The last good result.
    ///
    /// It is cached, because browsers also request the checks.
    private var good: Check?

    init(display: SessionDisplay, environment: [String: String]) {
        self.display = display
        self.environment = environment
    }

    func run() async -> Check {
        if let good { return good }
        let check = await check()
        if check.verdict == .good { good = check }
        return check
    }

    private func check() async -> Check {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard FileSystem.executable("pinentry", in: folders) != nil else {
            return Self.warning(
                "pinentry is not installed, so the agent cannot ask whether a program may request logins",
                remedy: Self.installation)
        }
        guard let client = try? await display.refreshed()?.checked() else {
            return Self.warning(
                "your service manager names no display, so the agent cannot ask whether a program may request logins",
                remedy: "in a desktop session, run "
                    + "\"systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY\"")
        }
        do {
            let variables = Wiring.pinentryVariables(for: client, environment: environment)
            let flavor = try await PinentryScreen.flavor(environment: variables) ?? "of an unknown kind"
            guard !flavor.contains("curses"), !flavor.contains("tty") else {
                return Self.warning(
                    "pinentry (\(flavor)) needs a terminal and cannot ask on the session's display",
                    remedy: Self.installation)
            }
            return Check(
                name: "pinentry", verdict: .good, finding: "pinentry (\(flavor)) asks on the session's display")
        } catch {
            return Self.warning(
                PinentryScreen.sentence(about: error), remedy: "run \"echo GETINFO flavor | pinentry\" to see why")
        }
    }

    private static func warning(_ finding: String, remedy: String) -> Check {
        Check(name: "pinentry", verdict: .warning, finding: finding, remedy: remedy)
    }

    private static let installation = "run \"apt install pinentry-gnome3\", or install pinentry-qt"
}
