// swift-tools-version: 6.2
import PackageDescription

// Providers written as for Apple's SDK, which import only `AuthenticationServices`. They are in a package of their own,
// so that they can use only what a provider's author can.

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
