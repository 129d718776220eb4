// swift-tools-version: 6.2
import PackageDescription

/// The language's strictest settings.
let baseSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

/// With LATCHKEY_STRICT=1, as make and CI have it, warnings in our own targets are errors.
let isStrict = Context.environment["LATCHKEY_STRICT"] == "1"
/// One value for every Swift target.
let swiftSettings = baseSettings + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A library target and the test target that mirrors it.
func library(_ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "LatchkeyTesting"] + tests,
            swiftSettings: swiftSettings),
    ]
}

/// A program with CZeroOnFree, which overwrites memory when it is freed, and CThreadPriority, which keeps libdispatch quiet.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["CThreadPriority", "CZeroOnFree"], swiftSettings: swiftSettings)
}

/// A program or library that only tests use.
func testSupport(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: swiftSettings)
}

func systemLibrary(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// "make bench" builds this target; LATCHKEY_BENCHMARKS=1 adds it to the package.
let benchmarks: [Target] =
    Context.environment["LATCHKEY_BENCHMARKS"] == "1"
    ? [
        .executableTarget(
            name: "bench",
            dependencies: [
                "LatchkeyCore", "LatchkeyExchange", "LatchkeyProvider", "LatchkeyVault", "LatchkeyVaultProvider",
                "LatchkeyWire", "CZeroOnFree", argumentParser, crypto, cryptoExtras, grdb,
            ],
            path: "Benchmarks/Sources/bench", swiftSettings: swiftSettings)
    ] : []

/// One fuzzer for each case of `FuzzTarget`.
///
/// "make fuzz" builds them; LATCHKEY_FUZZING=1 adds them to the package.
let fuzzers: [Target] =
    Context.environment["LATCHKEY_FUZZING"] == "1"
    ? [.target(name: "FuzzDriver", path: "Fuzz/Sources/FuzzDriver")]
        + [
            "codes", "csv", "exports", "frames", "git", "json", "keys", "messages", "migrations", "pass",
            "passkeys", "pinentry", "plists", "quirks", "relatedOrigins", "rules", "slots", "urls", "vault",
        ].map { name in
            .executableTarget(
                name: name, dependencies: ["FuzzDriver", "LatchkeyFuzzing"], path: "Fuzz/Sources/\(name)")
        } : []

let package = Package(
    name: "latchkey",
    products: [
        .library(name: "AuthenticationServices", targets: ["AuthenticationServices"]),
        .library(name: "LatchkeyProvider", targets: ["LatchkeyProvider"]),
        .library(name: "LatchkeySheet", targets: ["LatchkeySheet"]),
        .library(name: "LatchkeyTesting", targets: ["LatchkeyTesting"]),
        .executable(name: "latchkeyd", targets: ["latchkeyd"]),
        .executable(name: "latchkey", targets: ["latchkey"]),
        .executable(name: "latchkey-vault", targets: ["latchkey-vault"]),
        .executable(name: "git-credential-latchkey", targets: ["git-credential-latchkey"]),
        .executable(name: "latchkey-native-host", targets: ["latchkey-native-host"]),
        .executable(name: "latchkey-vault-provider", targets: ["latchkey-vault-provider"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The C libraries that Debian ships.
        systemLibrary("CArgon2", "libargon2", apt: "libargon2-dev"),
        systemLibrary("CExpat", "expat", apt: "libexpat1-dev"),
        systemLibrary("CIDN2", "libidn2", apt: "libidn2-dev"),
        systemLibrary("CPSL", "libpsl", apt: "libpsl-dev"),
        systemLibrary("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
        systemLibrary("CSodium", "libsodium", apt: "libsodium-dev"),
        systemLibrary("CSystemd", "libsystemd", apt: "libsystemd-dev"),
        systemLibrary("CZlib", "zlib", apt: "zlib1g-dev"),
        // It has no pkg-config file; the module map names the library.
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        // Declarations that Swift's Glibc module lacks.
        .systemLibrary(name: "CLinux"),
        .target(name: "CThreadPriority"),
        .target(name: "CZeroOnFree"),
        // The word list of passphrases as a C table: no file is read at run time.
        .target(name: "CWordList"),

        // The programs parse arguments, connect the parts and exit.
        program(
            "latchkeyd",
            [
                "CSystemd", "LatchkeyAgent", "LatchkeyCommandLine", "LatchkeyCore", "LatchkeyMatching",
                "LatchkeySheet", "LatchkeySystem", "LatchkeyTerminal", "LatchkeyWire", argumentParser,
            ]),
        program(
            "latchkey",
            [
                "LatchkeyClient", "LatchkeyCommandLine", "LatchkeyCore", "LatchkeyMatching", "LatchkeySheet",
                "LatchkeySystem", "LatchkeyTerminal", "LatchkeyWebAuthn", "LatchkeyWire", argumentParser,
            ]),
        program("latchkey-native-host", ["LatchkeyClient", "LatchkeySystem", "LatchkeyWire"]),
        program(
            "latchkey-vault",
            [
                "AuthenticationServices", "LatchkeyCommandLine", "LatchkeyCore", "LatchkeyExchange",
                "LatchkeyMatching", "LatchkeyPasswords", "LatchkeyProvider", "LatchkeySheet", "LatchkeySystem",
                "LatchkeyTerminal", "LatchkeyVault", "LatchkeyVaultProvider", "LatchkeyWebAuthn", "LatchkeyWire",
                argumentParser,
            ]),
        program(
            "git-credential-latchkey",
            [
                "LatchkeyClient", "LatchkeyCore", "LatchkeyGit", "LatchkeySheet", "LatchkeySystem", "LatchkeyTerminal",
                "LatchkeyWire",
            ]),
        program("latchkey-vault-provider", ["LatchkeyProvider", "LatchkeyVaultProvider"]),
    ]
        // Row 1: what every target shares.
        + library("LatchkeyCore", ["CSodium"], tests: ["AllocatorProbe", "RunningProgram", systemPackage])
        // Row 2: values without files, sockets or processes.
        + library("LatchkeySheet", [])
        + library("LatchkeyMatching", ["CIDN2", "CPSL", "LatchkeyCore"], tests: ["LatchkeyCore"])
        + library("LatchkeyGit", ["LatchkeyCore"], tests: ["LatchkeyCore"])
        + library(
            "LatchkeyPasswords", ["CWordList", "CZxcvbn", "LatchkeyCore", crypto],
            tests: ["LatchkeyCore", subprocess])
        + library(
            "LatchkeyWebAuthn", ["LatchkeyCore", crypto, cryptoExtras], tests: ["CGcrypt", "LatchkeyCore", crypto])
        // Row 3: Apple's API, the messages, the vault.
        + library("AuthenticationServices", ["LatchkeySheet", crypto])
        + library("LatchkeyWire", ["LatchkeyCore", "LatchkeySheet"], tests: ["LatchkeyCore"])
        + library(
            "LatchkeyVault", ["CArgon2", "CSodium", "LatchkeyCore", crypto, grdb, sqlite],
            tests: ["LatchkeyCore", crypto, grdb])
        // Row 4: the agent's logic, and the import and export formats.
        + library(
            "LatchkeyAgent",
            ["LatchkeyCore", "LatchkeyMatching", "LatchkeySheet", "LatchkeyWebAuthn", "LatchkeyWire", crypto, grdb],
            tests: ["LatchkeyCore"])
        + library(
            "LatchkeyExchange",
            [
                "CExpat", "CZlib", "LatchkeyCore", "LatchkeyMatching", "LatchkeyPasswords", "LatchkeySheet",
                "LatchkeyVault", "LatchkeyWebAuthn", crypto, cryptoExtras,
            ],
            tests: ["LatchkeyCore", "LatchkeyPasswords", "LatchkeyVault", "LatchkeyWebAuthn", grdb])
        // Row 5: the operating system.
        + library(
            "LatchkeySystem",
            [
                "CLinux", "CSeccomp", "LatchkeyCore", "LatchkeyWire", subprocess, systemPackage,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            tests: ["LatchkeyCore", "SystemProbe", "TestSupport", "latchkey", "latchkeyd", subprocess])
        // Row 6: clients of the agent, and terminals.
        + library(
            "LatchkeyClient", ["LatchkeyCore", "LatchkeySheet", "LatchkeySystem", "LatchkeyWire"],
            tests: ["LatchkeyCore", "LatchkeySystem", "LatchkeyWire", crypto])
        + library(
            "LatchkeyTerminal", ["LatchkeyCore", "LatchkeySheet", "LatchkeySystem", "LatchkeyWire"],
            tests: ["LatchkeyAgent", "LatchkeySheet", "LatchkeyWire"])
        // Row 7: command lines, and provider processes.
        + library(
            "LatchkeyCommandLine", ["LatchkeySystem", "LatchkeyTerminal", argumentParser],
            tests: ["LatchkeySystem", "LatchkeyTerminal", argumentParser])
        + library(
            "LatchkeyProvider",
            [
                "AuthenticationServices", "LatchkeyClient", "LatchkeyCore", "LatchkeySheet", "LatchkeySystem",
                "LatchkeyWire", crypto,
            ])
        // Row 8: the vault as a provider.
        + library(
            "LatchkeyVaultProvider",
            [
                "AuthenticationServices", "LatchkeyCore", "LatchkeyMatching", "LatchkeyPasswords", "LatchkeyProvider",
                "LatchkeySheet", "LatchkeySystem", "LatchkeyVault", "LatchkeyWebAuthn", "LatchkeyWire", crypto, grdb,
            ],
            tests: [
                "AuthenticationServices", "LatchkeyCore", "LatchkeyPasswords", "LatchkeyProvider", "LatchkeySheet",
                "LatchkeyVault", "LatchkeyWebAuthn", crypto, grdb,
            ])
        + [
            .target(
                name: "LatchkeyTesting", dependencies: ["AuthenticationServices", "LatchkeySheet", "LatchkeyWire"],
                swiftSettings: swiftSettings)
        ]
        // Test support.
        + [
            // Reads memory after it was freed.
            .executableTarget(
                name: "AllocatorProbe", dependencies: ["CZeroOnFree"], path: "Tests/Support/AllocatorProbe"),
            // Checks RFC 6979 signatures.
            .systemLibrary(
                name: "CGcrypt", path: "Tests/Support/CGcrypt", pkgConfig: "libgcrypt",
                providers: [.apt(["libgcrypt20-dev"])]),
            // Starts the programs under test.
            testSupport("RunningProgram", [subprocess, systemPackage]),
            // Programs with pipes, and a system bus with a fake logind.
            testSupport("TestSupport", ["LatchkeySystem", "RunningProgram", systemPackage]),
            // Every decoder of foreign bytes, for the fuzzers and for the tests that replay their findings.
            testSupport(
                "LatchkeyFuzzing",
                [
                    "LatchkeyAgent", "LatchkeyCore", "LatchkeyExchange", "LatchkeyGit", "LatchkeyMatching",
                    "LatchkeyPasswords", "LatchkeySheet", "LatchkeyTerminal", "LatchkeyVault", "LatchkeyWebAuthn",
                    "LatchkeyWire", grdb,
                ]),
            .testTarget(
                name: "LatchkeyFuzzingTests", dependencies: ["LatchkeyFuzzing"], swiftSettings: swiftSettings),
            // Runs as another user, under systemd-socket-activate, or twice.
            .executableTarget(
                name: "SystemProbe", dependencies: ["CSystemd", "LatchkeySystem", "LatchkeyWire"],
                path: "Tests/Support/SystemProbe", swiftSettings: swiftSettings),
            // A provider that crashes, hangs or sends malformed answers.
            .executableTarget(
                name: "MisbehavingProvider",
                dependencies: ["AuthenticationServices", "LatchkeyCore", "LatchkeyProvider"],
                path: "Tests/Support/MisbehavingProvider", exclude: ["Info.plist"], swiftSettings: swiftSettings),
        ]
        // The provider that Docs/writing-a-provider.md quotes.
        + [
            .executableTarget(
                name: "ThirtyLineProvider", dependencies: ["AuthenticationServices", "LatchkeyProvider"],
                path: "Examples/ThirtyLineProvider", exclude: ["Info.plist"], swiftSettings: swiftSettings),
            .testTarget(
                name: "GuideTests",
                dependencies: ["AuthenticationServices", "LatchkeyProvider", "LatchkeyTesting", "ThirtyLineProvider"],
                swiftSettings: swiftSettings),
        ]
        // Tests of the built programs as processes.
        + [
            .testTarget(
                name: "TranscriptTests",
                dependencies: [
                    "LatchkeyCore", "LatchkeySystem", "LatchkeyVault", "LatchkeyVaultProvider", "LatchkeyWire",
                    "RunningProgram", "latchkey", "latchkeyd", "latchkey-native-host", "latchkey-vault", grdb,
                    systemPackage,
                ],
                swiftSettings: swiftSettings),
            .testTarget(
                name: "LatchkeyEndToEndTests",
                dependencies: [
                    "LatchkeyClient", "LatchkeyCore", "LatchkeySheet", "LatchkeySystem", "LatchkeyTesting",
                    "LatchkeyWebAuthn", "LatchkeyWire", "MisbehavingProvider", "RunningProgram", "TestSupport",
                    "ThirtyLineProvider",
                    "git-credential-latchkey", "latchkey", "latchkey-native-host", "latchkey-vault",
                    "latchkey-vault-provider", "latchkeyd", crypto, systemPackage,
                ], swiftSettings: swiftSettings),
        ]
        + benchmarks + fuzzers,
    swiftLanguageModes: [.v6]
)
