// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users never build it. `Fuzz/run` builds it with `-sanitize=fuzzer`.

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzDriver", .product(name: "LatchkeyFuzzing", package: "latchkey")])
}

let package = Package(
    name: "latchkey-fuzz",
    dependencies: [.package(name: "latchkey", path: "..")],
    targets: [
        .target(name: "FuzzDriver"),
        // One for each case of FuzzTarget.
        fuzzer("codes"),
        fuzzer("csv"),
        fuzzer("exports"),
        fuzzer("frames"),
        fuzzer("front"),
        fuzzer("git"),
        fuzzer("json"),
        fuzzer("keys"),
        fuzzer("messages"),
        fuzzer("migrations"),
        fuzzer("pass"),
        fuzzer("passkeys"),
        fuzzer("pinentry"),
        fuzzer("plists"),
        fuzzer("quirks"),
        fuzzer("relatedOrigins"),
        fuzzer("rules"),
        fuzzer("slots"),
        fuzzer("urls"),
        fuzzer("vault"),
    ]
)
