import Subprocess
import SystemPackage

/// A program that runs to its end for the text that it prints.
package struct ProgramOutput: Hashable, Sendable {
    /// Its standard output.
    package let text: String
    /// Whether it exited with status 0.
    package let hasSucceeded: Bool

    /// Runs a program without standard input.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is looked up in `PATH`.
    ///   - environment: Its variables; `nil` for those of this process.
    /// - Returns: `nil` if it does not start, or prints more than 16 KiB.
    package static func of(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil
    ) async -> ProgramOutput? {
        let result = try? await Subprocess.run(
            program.contains("/") ? .path(FilePath(program)) : .name(program), arguments: Arguments(arguments),
            environment: environment.map { .exactly($0) } ?? .inherit, output: .string(limit: 16_384),
            error: .discarded)
        return result.map { ProgramOutput(text: $0.standardOutput, hasSucceeded: $0.terminationStatus.isSuccess) }
    }
}

extension Environment {
    /// These variables and no others.
    static func exactly(_ variables: [String: String]) -> Environment {
        .custom(
            variables.reduce(into: [Key: String]()) { result, variable in
                result[Key(stringLiteral: variable.key)] = variable.value
            })
    }
}

extension InputProtocol where Self == FileDescriptorInput {
    /// The descriptor stays open in this process.
    static func descriptor(_ descriptor: OwnedDescriptor) -> FileDescriptorInput {
        .fileDescriptor(FileDescriptor(rawValue: descriptor.number), closeAfterSpawningProcess: false)
    }
}

extension OutputProtocol where Self == FileDescriptorOutput {
    /// The descriptor stays open in this process.
    static func descriptor(_ descriptor: OwnedDescriptor) -> FileDescriptorOutput {
        .fileDescriptor(FileDescriptor(rawValue: descriptor.number), closeAfterSpawningProcess: false)
    }
}

extension TerminationStatus {
    /// The status as a shell reports it: 128 and the signal's number for a process that a signal ended.
    var shellStatus: Int32 {
        switch self {
        case .exited(let status): status
        case .signaled(let signal): 128 + signal
        }
    }
}
