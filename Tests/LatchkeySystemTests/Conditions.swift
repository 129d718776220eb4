import Foundation
import Glibc
import Testing

/// A user other than the one that runs the tests.
let foreignUser: UInt32 = 4711

/// For tests that run programs as another user.
let needsRoot: ConditionTrait = .enabled(if: geteuid() == 0, "needs root to become another user")

/// The path of the built SystemProbe.
let probePath = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/SystemProbe"
