import Glibc
import LatchkeyWire

extension SystemError {
    /// One sentence for a person, lower case, without a full stop and without secrets.
    package var sentence: String {
        switch self {
        case .callFailed(let name, let errno, let path):
            "\(name) failed\(path.map { " on \($0)" } ?? ""): \(Self.text(of: errno))"
        case .noHome: "HOME is not set to an absolute path"
        case .socketPathTooLong(let path, let length, let limit):
            "the socket's path has \(length) bytes, at most \(limit) are possible: \(path)"
        case .notAFolder(let path): "not a folder: \(path)"
        case .alreadyExists(let path): "there is a file \(path) already"
        case .decryptionFailed(let path): "gpg does not decrypt \(path)"
        case .symbolicLink(let path): "a symbolic link where a folder of our own should be: \(path)"
        case .notAFileOrFolder(let path, let kind): "\(path) is a \(kind), not a regular file or folder"
        case .tooManyEntries(let path, let limit):
            "more than \(limit) files and folders; the first too many is in \(path)"
        case .tooManyBytes(let path, let limit): "more than \(limit >> 20) MiB; the first file too many is \(path)"
        case .tooDeep(let path, let limit): "more than \(limit) folders inside of each other: \(path)"
        case .exchanged(let path): "another process exchanged \(path) while it was read"
        case .wrongOwner(let path, let owner, let expected): "\(path) belongs to user \(owner), not to \(expected)"
        case .openToOthers(let path, let mode): "\(path) is open to others (mode \(String(mode, radix: 8)))"
        case .locked(let path): "somebody else holds \(path)"
        case .foreignPeer(let user, let expected): "the other end belongs to user \(user), not to \(expected)"
        case .tooManyConnections(let process): "too many connections are open; the last one was of process \(process)"
        case .notASocket(let path): "not a socket: \(path)"
        case .addressInUse(let path): "somebody else listens on \(path)"
        case .nobodyListens(let path): "nobody listens on \(path)"
        case .agentIsRunning: "another latchkeyd is running"
        case .unusableActivation(let count): "the service manager passed \(count) descriptors, expected one Unix socket"
        case .alreadyReading: "two readers on one connection"
        case .noBubblewrap: "bubblewrap (bwrap) is not installed"
        case .noNamespaces: "this system does not allow user namespaces"
        case .sandboxFailed(let detail): "the sandbox could not be set up: \(detail)"
        case .agentDidNotStart(_, let line, _): "latchkeyd did not start\(line.map { ": \($0)" } ?? "")"
        case .noLogind: "there is no logind to tell of suspend and screen lock"
        case .unreadablePicture(let path): "\(path) is no picture that can be read"
        case .pictureTookTooLong(let path, let seconds): "no QR code was found in \(path) within \(seconds) seconds"
        case .noClipboard: "there is no clipboard here"
        case .clipboardFailed(let tool, let status): "\(tool) failed with status \(status)"
        }
    }

    /// What a person can do about it.
    package var hint: String? {
        switch self {
        case .noHome: "set HOME to your home folder"
        case .socketPathTooLong: "set XDG_RUNTIME_DIR to a shorter path"
        case .symbolicLink(let path), .wrongOwner(let path, _, _): "look at \(path) and move it away"
        case .openToOthers(let path, _): "run \"chmod 700 \(ShellWord.path(path))\""
        case .noBubblewrap: "install bubblewrap, such as with \"apt install bubblewrap\""
        case .noNamespaces: "allow them, such as with \"sysctl kernel.unprivileged_userns_clone=1\""
        case .notAFolder(let path): "run \"\(ShellWord.movingAside(path))\" to move it away"
        case .agentIsRunning: "run \"latchkey doctor\" to see which"
        case .addressInUse(let path): "run \"fuser \(ShellWord.quoting(path))\" to see who"
        case .unusableActivation: "run \"systemctl --user restart latchkeyd.socket\""
        case .sandboxFailed: "run \"bwrap --unshare-all --ro-bind / / true\" to see what stands in the way"
        case .agentDidNotStart(let log, _, let hint): hint ?? "run \"tail \(ShellWord.quoting(log))\" to see why"
        case .unreadablePicture: "save it as PNG or JPEG, or give the text in it with --code"
        case .pictureTookTooLong: "cut the picture to the code, or give the text in it with --code"
        case .noClipboard: "use --show, or install wl-clipboard or xclip"
        case .clipboardFailed: "use --show"
        case .decryptionFailed(let path): "run \"gpg --decrypt \(ShellWord.quoting(path))\" to see why"
        default: nil
        }
    }

    /// What the C library says about an error number.
    static func text(of number: Int32) -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
