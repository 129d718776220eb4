import FoundationEssentials

/// Checks a property on many values made from one seed, and throws the first value that breaks it.
///
/// ```swift
/// try forAll(.string(), .int(in: 0...9)) { text, count in
///     try decode(encode(text, count)) == (text, count)
/// }
/// ```
/// Values grow from small to large, so that the first one to fail is mostly a small one. The seed is fixed; another one
/// comes from the environment variable `LATCHKEY_SEED`, and so does the seed of a failure that is to be seen again.
///
/// - Throws: ``Counterexample`` with the seed, when the property is false or throws.
public func forAll<each Value>(
    _ generator: repeat Generator<each Value>,
    runs: Int = 500,
    seed: UInt64 = SeededGenerator.chosenSeed,
    property: (repeat each Value) throws -> Bool
) throws(Counterexample) {
    for run in 0..<runs {
        // Each run has a generator of its own: what a property draws in one cannot change the next.
        var source = SeededGenerator(seed: seed &+ UInt64(run) &* 0x9E37_79B9_7F4A_7C15)
        let size = 1 + run * 64 / runs
        let values = (repeat (each generator).make(&source, size))
        let problem: String
        do {
            if try property(repeat each values) { continue }
            problem = "the property is false"
        } catch {
            problem = "the property threw \(error)"
        }
        throw Counterexample(seed: seed, run: run, value: String(reflecting: values), problem: problem)
    }
}

/// A value that breaks a property, and the seed that makes it again.
public struct Counterexample: Error, CustomStringConvertible {
    public let seed: UInt64
    /// Which of the runs it was.
    public let run: Int
    /// The value as the debugger would print it.
    public let value: String
    public let problem: String

    public var description: String {
        "\(problem) for \(value) in run \(run); to see it again set LATCHKEY_SEED=\(seed)"
    }
}

/// A source of numbers that gives the same ones for the same seed (SplitMix64).
///
/// Never for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed in the environment variable `LATCHKEY_SEED`, else a fixed one.
    public static let chosenSeed: UInt64 =
        ProcessInfo.processInfo.environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? 20_261_121

    private var state: UInt64

    public init(seed: UInt64 = SeededGenerator.chosenSeed) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A way to make values of one type, larger ones for a larger size.
public struct Generator<Value>: Sendable {
    fileprivate let make: @Sendable (inout SeededGenerator, _ size: Int) -> Value

    /// Wraps a function of a source and a size; the size runs from 1 to 64.
    public init(_ make: @escaping @Sendable (inout SeededGenerator, _ size: Int) -> Value) {
        self.make = make
    }

    /// Makes one value.
    public func next(using source: inout SeededGenerator, size: Int = 32) -> Value {
        make(&source, size)
    }

    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
        Generator<Other> { transform(make(&$0, $1)) }
    }

    /// A list of up to `count` values; up to the size when nothing is said.
    public func list(upTo count: Int? = nil) -> Generator<[Value]> {
        Generator<[Value]> { source, size in
            (0..<Int.random(in: 0...(count ?? size), using: &source)).map { _ in make(&source, size) }
        }
    }

    /// A value or, one time in four, none.
    public func optional() -> Generator<Value?> {
        Generator<Value?> { source, size in
            Int.random(in: 0..<4, using: &source) == 0 ? nil : make(&source, size)
        }
    }

    /// One of several generators, each as often as the others.
    public static func oneOf(_ first: Generator, _ others: Generator...) -> Generator {
        let all = [first] + others
        return Generator { source, size in
            all[Int.random(in: 0..<all.count, using: &source)].make(&source, size)
        }
    }
}

extension Generator where Value: Sendable {
    /// One of the given values.
    public static func element(of values: [Value]) -> Generator {
        precondition(!values.isEmpty, "there is no element of an empty list")
        return Generator { source, _ in values[Int.random(in: 0..<values.count, using: &source)] }
    }

    public static func constant(_ value: Value) -> Generator {
        Generator { _, _ in value }
    }
}

extension Generator where Value: FixedWidthInteger & Sendable {
    /// An integer of a range; one time in eight one of its ends.
    public static func int(in range: ClosedRange<Value> = .min ... .max) -> Generator {
        Generator { source, _ in
            switch Int.random(in: 0..<16, using: &source) {
            case 0: range.lowerBound
            case 1: range.upperBound
            default: Value.random(in: range, using: &source)
            }
        }
    }
}

extension Generator where Value == Bool {
    public static var bool: Generator { Generator { source, _ in Bool.random(using: &source) } }
}

extension Generator where Value == [UInt8] {
    /// Bytes of any kind, up to `count` or the size.
    public static func bytes(upTo count: Int? = nil) -> Generator {
        Generator<UInt8>.int().list(upTo: count)
    }
}

extension Generator where Value == String {
    /// Text with every kind of trouble: controls, line ends, quotes, bidi overrides, combining marks, letters of planes.
    public static func string(upTo count: Int? = nil) -> Generator {
        Generator<String>.oneOf(.element(of: nastyPieces), .element(of: ordinaryPieces), anyScalar)
            .list(upTo: count).map { $0.joined() }
    }

    /// Text of the given characters alone.
    public static func string(of alphabet: String, upTo count: Int? = nil) -> Generator {
        Generator<String>.element(of: alphabet.map { String($0) }).list(upTo: count).map { $0.joined() }
    }

    private static var anyScalar: Generator {
        Generator { source, _ in
            // The surrogates are no scalars; the replacement character stands for them.
            String(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &source)) ?? "\u{FFFD}")
        }
    }
}

private let ordinaryPieces = "abcxyzABCXYZ0189 .,:;-_/@+".map { String($0) }

private let nastyPieces = [
    "\0", "\t", "\n", "\r", "\r\n", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}",
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}",
    "\"", "'", "\\", "`", "<", ">", "&", "%", "%00", "%zz", "$(", "=", "{", "}", "[", "]", "#", "?", "|", "~",
    "ß", "İ", "ı", "ſ", "K", "é", "e\u{301}", "а", "。", "ﬁ", "👩‍👩‍👧", "מ", "ا", "", "../",
]
