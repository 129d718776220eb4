// swift-tools-version: 6.2
import PackageDescription

let latchkey = "/path/to/latchkey"

let package = Package(
    name: "demo",
    dependencies: [.package(name: "latchkey", path: latchkey)],
    targets: [
        .executableTarget(
            name: "ThirtyLineProvider",
            dependencies: [
                .product(name: "AuthenticationServices", package: "latchkey"),
                .product(name: "LatchkeyProvider", package: "latchkey"),
            ]),
    ]
)
