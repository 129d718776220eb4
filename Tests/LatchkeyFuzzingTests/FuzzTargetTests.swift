import Foundation
import LatchkeyFuzzing
import LatchkeyTesting
import Testing

@Suite struct `Fuzz targets` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz")

    /// The files of a target in a folder of `Fuzz`, sorted by name.
    private static func files(_ kind: String, of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: "\(kind)/\(target.rawValue)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
    }

    @Test(arguments: FuzzTarget.allCases) func `every fuzz target has seeds that hold its properties`(
        target: FuzzTarget
    )
        throws
    {
        let seeds = try Self.files("Seeds", of: target)
        #expect(!seeds.isEmpty)
        for seed in seeds { target.run(seed.bytes) }
    }

    @Test(arguments: FuzzTarget.allCases) func `every fuzz target has a program`(target: FuzzTarget) throws {
        let main = try String(
            contentsOf: Self.folder.appending(path: "Sources/\(target.rawValue)/main.swift"), encoding: .utf8)
        #expect(main.contains("FuzzTarget.\(target.rawValue).run("))
        let package = try String(contentsOf: Self.folder.appending(path: "../Package.swift"), encoding: .utf8)
        #expect(package.contains("\"\(target.rawValue)\""))
    }

    @Test(arguments: FuzzTarget.allCases) func `earlier findings of the fuzzers hold the properties`(target: FuzzTarget)
        throws
    {
        for finding in try Self.files("FailCases", of: target) { target.run(finding.bytes) }
    }

    @Test(arguments: FuzzTarget.allCases) func `any bytes and changed or truncated seeds hold the properties`(
        target: FuzzTarget
    ) throws {
        let seeds = try Self.files("Seeds", of: target).map(\.bytes).filter { !$0.isEmpty }
        try forAll(.bytes(upTo: 64), .int(in: 0...Int.max), .int(in: 0...255 as ClosedRange<UInt8>)) {
            bytes, number, byte in
            target.run(bytes)
            guard !seeds.isEmpty else { return true }
            var seed = seeds[number % seeds.count]
            seed[number / seeds.count % seed.count] = byte
            target.run(seed)
            target.run(Array(seed.prefix(number % (seed.count + 1))))
            return true
        }
    }
}
