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

/// A library of ours and the tests that mirror it.
func room(_ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "LatchkeyTesting"] + tests,
            swiftSettings: swiftSettings),
    ]
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies + ["CZeroOnFree"], swiftSettings: swiftSettings)
}

/// The benchmarks drive the built programs and need the rooms' insides, so they are a target of this package, but only
/// with LATCHKEY_BENCHMARKS=1, as "make bench" has it: nobody else builds them.
let benchmarks: [Target] =
    Context.environment["LATCHKEY_BENCHMARKS"] == "1"
    ? [
        .executableTarget(
            name: "bench",
            dependencies: [
                "LatchkeyExchange", "LatchkeySecret", "LatchkeyVault", "LatchkeyVaultProvider", "LatchkeyWire",
                "CZeroOnFree", argumentParser, crypto, cryptoExtras, grdb,
            ],
            path: "Benchmarks/Sources/bench", swiftSettings: swiftSettings)
    ] : []

func systemLibrary(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "latchkey",
    products: [
        .library(name: "AuthenticationServices", targets: ["AuthenticationServices"]),
        .library(name: "LatchkeyProvider", targets: ["LatchkeyProvider"]),
        .library(name: "LatchkeySheet", targets: ["LatchkeySheet"]),
        .library(name: "LatchkeyTesting", targets: ["LatchkeyTesting"]),
        .library(name: "LatchkeyFuzzing", targets: ["LatchkeyFuzzing"]),
        .executable(name: "latchkeyd", targets: ["latchkeyd"]),
        .executable(name: "latchkey", targets: ["latchkey"]),
        .executable(name: "latchkey-vault", targets: ["latchkey-vault"]),
        .executable(name: "git-credential-latchkey", targets: ["git-credential-latchkey"]),
        .executable(name: "latchkey-git-helper", targets: ["latchkey-git-helper"]),
        .executable(name: "latchkey-native-host", targets: ["latchkey-native-host"]),
        .executable(name: "latchkey-vault-provider", targets: ["latchkey-vault-provider"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // The C libraries, as Debian ships them.
        systemLibrary("CArgon2", "libargon2", apt: "libargon2-dev"),
        systemLibrary("CExpat", "expat", apt: "libexpat1-dev"),
        systemLibrary("CIDN2", "libidn2", apt: "libidn2-dev"),
        systemLibrary("CPSL", "libpsl", apt: "libpsl-dev"),
        systemLibrary("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
        systemLibrary("CSodium", "libsodium", apt: "libsodium-dev"),
        systemLibrary("CSystemd", "libsystemd", apt: "libsystemd-dev"),
        systemLibrary("CZlib", "zlib", apt: "zlib1g-dev"),
        // What Swift's Glibc module leaves out.
        .systemLibrary(name: "CLinux"),
        .target(name: "CZeroOnFree"),
        // Words as tables of C, which need no file at run time.
        .target(name: "CFrequentWords"),
        .target(name: "CWordList"),

        // The programs: parse, wire up, exit.
        tool(
            "latchkeyd",
            [
                "LatchkeyAgent", "LatchkeyCommandLine", "LatchkeyMatching", "LatchkeySheet", "LatchkeySheetTerminal",
                "LatchkeySystem",
                "LatchkeyWire", argumentParser,
            ]),
        tool(
            "latchkey",
            [
                "LatchkeyBrowsers", "LatchkeyClient", "LatchkeyCommandLine", "LatchkeyMatching", "LatchkeySecret",
                "LatchkeySheet", "LatchkeySheetTerminal", "LatchkeySystem", "LatchkeyWebAuthn", "LatchkeyWire",
                argumentParser,
            ]),
        tool(
            "latchkey-native-host",
            ["LatchkeyBrowsers", "LatchkeyClient", "LatchkeyNativeHost", "LatchkeySystem", "LatchkeyWire"]),
        tool(
            "latchkey-vault",
            [
                "LatchkeyClient", "LatchkeyCommandLine", "LatchkeyExchange", "LatchkeyMatching",
                "LatchkeyOneTimeCode", "LatchkeyPasswordGeneration", "LatchkeyPasswordStrength", "LatchkeyProvider",
                "LatchkeySecret", "LatchkeySystem", "LatchkeyVault", "LatchkeyVaultProvider", "LatchkeyWebAuthn",
                "LatchkeyWire", argumentParser,
            ]),
        tool("git-credential-latchkey", ["LatchkeyGitFront"]),
        tool(
            "latchkey-git-helper",
            [
                "LatchkeyClient", "LatchkeyCommandLine", "LatchkeyGitCredential", "LatchkeySecret",
                "LatchkeySheetTerminal", "LatchkeySystem", "LatchkeyWire", argumentParser,
            ]),
        tool("latchkey-vault-provider", ["LatchkeyProvider", "LatchkeyVaultProvider"]),
    ]
        // What every process may hold.
        + room(
            "LatchkeySecret", ["CSodium"],
            tests: ["AllocatorProbe", "RunningProgram", .product(name: "SystemPackage", package: "swift-system")])
        // Values that need no vault: codes, new passwords, and how hard one is to guess.
        + room(
            "LatchkeyOneTimeCode", ["LatchkeySecret", crypto],
            tests: ["LatchkeySecret", .product(name: "Subprocess", package: "swift-subprocess")])
        + room("LatchkeyPasswordGeneration", ["CWordList", "LatchkeySecret"], tests: ["LatchkeySecret"])
        + room("LatchkeyPasswordStrength", ["CFrequentWords", "LatchkeySecret"], tests: ["LatchkeySecret"])
        // Passkeys as bytes: CBOR, keys, what is signed.
        + room(
            "LatchkeyWebAuthn", ["LatchkeySecret", crypto, cryptoExtras], tests: ["CGcrypt", "LatchkeySecret", crypto])
        // Apple's side: values and forwarding.
        + room("LatchkeySheet", [])
        + room("AuthenticationServices", ["LatchkeySheet", crypto])
        // The agent's side.
        + room("LatchkeyMatching", ["CIDN2", "CPSL"])
        + room("LatchkeyWire", ["LatchkeySheet"])
        + room(
            "LatchkeyAgent",
            [
                "LatchkeyMatching", "LatchkeySecret", "LatchkeySheet", "LatchkeyWebAuthn", "LatchkeyWire", crypto, grdb,
            ])
        // What git and its helpers say to each other.
        + room("LatchkeyGitCredential", ["LatchkeySecret"], tests: ["LatchkeySecret"])
        + room("LatchkeyGitFront", ["CLinux"], tests: ["LatchkeyWire"])
        // The vault.
        + room(
            "LatchkeyVault", ["CArgon2", "CSodium", "LatchkeySecret", "LatchkeySheet", crypto, grdb, sqlite],
            tests: ["LatchkeySecret", crypto, grdb])
        + room(
            "LatchkeyExchange",
            [
                "CExpat", "CZlib", "LatchkeyMatching", "LatchkeyOneTimeCode", "LatchkeySecret", "LatchkeySheet",
                "LatchkeyVault", "LatchkeyWebAuthn", crypto, cryptoExtras,
            ],
            tests: ["LatchkeyOneTimeCode", "LatchkeySecret", "LatchkeyVault", "LatchkeyWebAuthn", grdb])
        + room(
            "LatchkeyVaultProvider",
            [
                "AuthenticationServices", "LatchkeyMatching", "LatchkeyOneTimeCode", "LatchkeyPasswordGeneration",
                "LatchkeyPasswordStrength", "LatchkeyProvider", "LatchkeySecret", "LatchkeySheet", "LatchkeySystem",
                "LatchkeyVault", "LatchkeyWebAuthn", crypto, grdb,
            ],
            tests: [
                "AuthenticationServices", "LatchkeyOneTimeCode", "LatchkeyPasswordGeneration",
                "LatchkeyPasswordStrength", "LatchkeyProvider", "LatchkeySecret", "LatchkeySheet", "LatchkeyVault",
                "LatchkeyWebAuthn", crypto, grdb,
            ])
        // The operating system, and what joins the processes.
        + room(
            "LatchkeySystem",
            [
                "CLinux", "CSeccomp", "CSystemd", "LatchkeySecret", "LatchkeyWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            tests: [
                "LatchkeySecret", "RunningProgram", "SystemProbe", "latchkeyd",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ])
        + room("LatchkeyClient", ["LatchkeySheet", "LatchkeySystem", "LatchkeyWire"])
        // The browsers, and what they start.
        + room("LatchkeyBrowsers", ["LatchkeySystem", "LatchkeyWire"], tests: ["LatchkeySystem", crypto])
        + room(
            "LatchkeyNativeHost", ["LatchkeyBrowsers", "LatchkeyWire"], tests: ["LatchkeyBrowsers", "LatchkeyWire"])
        + room(
            "LatchkeyProvider",
            [
                "AuthenticationServices", "LatchkeyClient", "LatchkeySecret", "LatchkeySheet", "LatchkeySystem",
                "LatchkeyWire", crypto,
            ])
        + room(
            "LatchkeyCommandLine", ["LatchkeySheet", "LatchkeySystem", "LatchkeyWire", argumentParser],
            tests: ["LatchkeySystem", argumentParser])
        + room("LatchkeySheetTerminal", ["LatchkeySheet", "LatchkeySystem", "LatchkeyWire"])
        // Every decoder of bytes from outside, for the package in Fuzz and the tests that replay its finds.
        + room(
            "LatchkeyFuzzing",
            [
                "LatchkeyAgent", "LatchkeyExchange", "LatchkeyGitCredential", "LatchkeyGitFront", "LatchkeyMatching",
                "LatchkeyOneTimeCode", "LatchkeyPasswordGeneration", "LatchkeySecret", "LatchkeySheet",
                "LatchkeySheetTerminal", "LatchkeyVault", "LatchkeyWebAuthn", "LatchkeyWire",
            ])
        // A program that the system room's tests run as another user, under systemd-socket-activate, or twice.
        + [
            // What the tests of the allocator run: they look at memory that was given back.
            .executableTarget(
                name: "AllocatorProbe", dependencies: ["CZeroOnFree"], path: "Tests/Support/AllocatorProbe"),
            // An oracle for signatures whose nonces are of RFC 6979.
            .systemLibrary(
                name: "CGcrypt", path: "Tests/Support/CGcrypt", pkgConfig: "libgcrypt",
                providers: [.apt(["libgcrypt20-dev"])]),
            // How every test runs a program.
            .target(
                name: "RunningProgram",
                dependencies: [
                    .product(name: "Subprocess", package: "swift-subprocess"),
                    .product(name: "SystemPackage", package: "swift-system"),
                ], path: "Tests/Support/RunningProgram", swiftSettings: swiftSettings),
            .executableTarget(
                name: "SystemProbe", dependencies: ["LatchkeySystem", "LatchkeyWire"],
                path: "Tests/Support/SystemProbe",
                swiftSettings: swiftSettings),
        ]
        // Whole sessions with the built programs.
        + [
            .testTarget(
                name: "TranscriptTests",
                dependencies: [
                    "LatchkeySystem", "RunningProgram", "latchkey", "latchkeyd", "latchkey-native-host",
                    "latchkey-vault",
                    .product(name: "SystemPackage", package: "swift-system"),
                ],
                swiftSettings: swiftSettings)
        ]
        // Providers to learn from and to test with, and the programs as processes.
        + [
            // What Docs/writing-a-provider.md quotes.
            .testTarget(
                name: "GuideTests",
                dependencies: ["AuthenticationServices", "LatchkeyProvider", "LatchkeyTesting", "ThirtyLineProvider"],
                swiftSettings: swiftSettings),
            .executableTarget(
                name: "ThirtyLineProvider", dependencies: ["AuthenticationServices", "LatchkeyProvider"],
                path: "Examples/ThirtyLineProvider", exclude: ["Info.plist"], swiftSettings: swiftSettings),
            .executableTarget(
                name: "MisbehavingProvider",
                dependencies: ["AuthenticationServices", "LatchkeyProvider", "LatchkeySecret"],
                path: "Tests/Support/MisbehavingProvider", exclude: ["Info.plist"], swiftSettings: swiftSettings),
            .testTarget(
                name: "LatchkeyEndToEndTests",
                dependencies: [
                    "LatchkeyClient", "LatchkeySheet", "LatchkeySystem", "LatchkeyTesting", "LatchkeyWebAuthn",
                    "LatchkeyWire", crypto, "latchkey", "latchkeyd", "latchkey-vault", "latchkey-vault-provider",
                    "git-credential-latchkey", "latchkey-git-helper", "latchkey-native-host", "MisbehavingProvider",
                    "RunningProgram", "ThirtyLineProvider",
                    .product(name: "SystemPackage", package: "swift-system"),
                ], swiftSettings: swiftSettings),
        ]
        + [
            .target(
                name: "LatchkeyTesting", dependencies: ["AuthenticationServices", "LatchkeySheet", "LatchkeyWire"],
                swiftSettings: swiftSettings)
        ]
        + benchmarks,
    swiftLanguageModes: [.v6]
)
