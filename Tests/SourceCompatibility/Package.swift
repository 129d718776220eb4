// swift-tools-version: 6.2
import PackageDescription

// Providers written exactly as for Apple's SDK. They compile, each against `import AuthenticationServices` alone, and
// the tests run them: in the package around this one nothing is seen that a provider's author does not see.

let authenticationServices = Target.Dependency.product(name: "AuthenticationServices", package: "latchkey")

let package = Package(
    name: "source-compatibility",
    dependencies: [.package(name: "latchkey", path: "../..")],
    targets: [
        .target(
            name: "ProvidersInSwift5", dependencies: [authenticationServices],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "ProvidersInSwift6", dependencies: [authenticationServices],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "SourceCompatibilityTests",
            dependencies: [
                "ProvidersInSwift5", "ProvidersInSwift6", authenticationServices,
                .product(name: "LatchkeyTesting", package: "latchkey"),
            ]),
    ]
)
