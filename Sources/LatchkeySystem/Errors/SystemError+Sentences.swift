import Glibc
import LatchkeyWire

extension SystemError {
    /// A message for the user: one sentence in lower case, without a full stop and without secrets.
    package var sentence: String {
        switch self {
        case .callFailed("mkdir", let errno, let path?): "cannot create the folder \(path): \(Self.text(of: errno))"
        case .callFailed("open", let errno, let path?): "cannot open \(path): \(Self.text(of: errno))"
        case .callFailed(let name, let errno, let path):
            "\(name) failed\(path.map { " on \($0)" } ?? ""): \(Self.text(of: errno))"
        case .noHome: "HOME is not set to an absolute path"
        case .socketPathTooLong(let path, let length, let limit):
            "the socket's path has \(length) bytes, at most \(limit) are possible: \(path)"
        case .notAFolder(let path): "not a folder: \(path)"
        case .alreadyExists(let path): "\(path) already exists"
        case .decryptionFailed(let path): "gpg cannot decrypt \(path)"
        case .symbolicLink(let path): "\(path) is a symbolic link, not a folder"
        case .notAFileOrFolder(let path, let kind): "\(path) is a \(kind), not a regular file or folder"
        case .tooManyEntries(let path, let limit):
            "more than \(limit) files and folders, in \(path)"
        case .tooManyBytes(let path, let limit): "more than \(limit >> 20) MiB, up to \(path)"
        case .tooDeep(let path, let limit): "folders are nested more than \(limit) levels deep: \(path)"
        case .exchanged(let path): "another process replaced \(path) while it was read"
        case .wrongOwner(let path, let owner, let expected): "\(path) belongs to user \(owner), not to \(expected)"
        case .openToOthers(let path, let mode): "\(path) is open to others (mode \(String(mode, radix: 8)))"
        case .locked(let path): "another process holds the lock \(path)"
        case .foreignPeer(let user, let expected):
            "the process at the other end runs as user \(user), not as \(expected)"
        case .tooManyConnections(let process):
            "too many connections are open; process \(process) tried to open another one"
        case .notASocket(let path): "not a socket: \(path)"
        case .addressInUse(let path): "another process listens on \(path)"
        case .noListener(let path): "no process listens on \(path)"
        case .agentIsRunning: "another latchkeyd is running"
        case .unusableActivation(let count): "the service manager passed \(count) descriptors, expected one Unix socket"
        case .alreadyReading: "two tasks read one connection"
        case .noBubblewrap: "bubblewrap (bwrap) is not installed"
        case .noNamespaces: "this system does not allow user namespaces"
        case .sandboxFailed(let detail): "the sandbox could not be set up: \(detail)"
        case .agentDidNotStart(_, let line, _): "latchkeyd did not start\(line.map { ": \($0)" } ?? "")"
        case .noLogind: "logind is not available, so sleep and screen locks are not noticed"
        case .unreadablePicture(let path): "\(path) is not a readable picture"
        case .pictureTookTooLong(let path, let seconds): "no QR code was found in \(path) within \(seconds) seconds"
        case .noClipboard: "no clipboard was found"
        case .clipboardFailed(let tool, let status): "\(tool) failed with status \(status)"
        }
    }

    /// What the user can do; `nil` if the message says it all.
    package var hint: String? {
        switch self {
        case .noHome: "set HOME to your home folder"
        case .socketPathTooLong: "set XDG_RUNTIME_DIR to a shorter path"
        case .symbolicLink(let path), .wrongOwner(let path, _, _): "check \(path) and move it away"
        case .openToOthers(let path, _): "run \"chmod 700 \(ShellWord.path(path))\""
        case .noBubblewrap: "install bubblewrap, for example with \"apt install bubblewrap\""
        case .noNamespaces: "allow them, for example with \"sysctl kernel.unprivileged_userns_clone=1\""
        case .notAFolder(let path): "run \"\(ShellWord.movingAside(path))\" to move it away"
        case .agentIsRunning: "run \"latchkey doctor\" to see its process"
        case .addressInUse(let path): "run \"fuser \(ShellWord.quoting(path))\" to see which"
        case .unusableActivation: "run \"systemctl --user restart latchkeyd.socket\""
        case .sandboxFailed: "run \"bwrap --unshare-all --ro-bind / / true\" to see the error"
        case .agentDidNotStart(let log, _, let hint): hint ?? "run \"tail \(ShellWord.quoting(log))\" to see why"
        case .unreadablePicture: "save it as PNG or JPEG, or enter its text with --code"
        case .pictureTookTooLong: "crop the picture to the code, or enter its text with --code"
        case .noClipboard: "use --show, or install wl-clipboard or xclip"
        case .clipboardFailed: "use --show"
        case .decryptionFailed(let path): "run \"gpg --decrypt \(ShellWord.quoting(path))\" to see why"
        default: nil
        }
    }

    /// Whether the reader of a pipe closed it.
    package var isClosedPipe: Bool {
        if case .callFailed(_, EPIPE, _) = self { true } else { false }
    }

    /// The C library's message for a failed call, without the call's name; for other errors, the whole sentence.
    package var cause: String {
        if case .callFailed(_, let number, _) = self { Self.text(of: number) } else { sentence }
    }

    /// The C library's message for an error number.
    static func text(of number: Int32) -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
