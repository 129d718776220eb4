import FoundationEssentials

/// Checks a property on many generated values, and throws the first value for which it is false.
///
/// ```swift
/// try forAll(.string(), .int(in: 0...9)) { text, count in
///     try decode(encode(text, count)) == (text, count)
/// }
/// ```
/// The values grow from small to large, so that the first failing value is usually small. The seed is fixed. To repeat
/// a failure or to try other values, set the environment variable `LATCHKEY_SEED`.
///
/// - Parameters:
///   - runs: The number of values.
///   - seed: The seed of all values; by default the one of `LATCHKEY_SEED`.
/// - Throws: ``Counterexample`` if the property is false or throws.
public func forAll<each Value>(
    _ generator: repeat Generator<each Value>,
    runs: Int = 500,
    seed: UInt64 = SeededGenerator.chosenSeed,
    property: (repeat each Value) throws -> Bool
) throws(Counterexample) {
    for run in 0..<runs {
        // A new generator for each run, so that a property's own draws do not affect the next run.
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

/// A value that violates a property, and the seed that generates it again.
public struct Counterexample: Error, CustomStringConvertible {
    /// The seed of the failed check, for `LATCHKEY_SEED`.
    public let seed: UInt64
    /// The index of the failed run, from 0.
    public let run: Int
    /// The value's debug description.
    public let value: String
    /// Whether the property was false, or the error that it threw.
    public let problem: String

    public var description: String {
        "\(problem) for \(value) in run \(run); to see it again set LATCHKEY_SEED=\(seed)"
    }
}

/// A generator of the same numbers for the same seed (SplitMix64).
///
/// Never use it for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed in the environment variable `LATCHKEY_SEED`; without it, a fixed one.
    public static let chosenSeed: UInt64 =
        ProcessInfo.processInfo.environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? 20_261_121

    private var state: UInt64

    /// Makes a generator; any seed is good.
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

/// A generator of values of one type; a larger size gives larger values.
public struct Generator<Value>: Sendable {
    fileprivate let make: @Sendable (inout SeededGenerator, _ size: Int) -> Value

    /// Makes a generator from a function of a source and a size, 1–64.
    public init(_ make: @escaping @Sendable (inout SeededGenerator, _ size: Int) -> Value) {
        self.make = make
    }

    /// Generates one value.
    ///
    /// - Parameter size: The size of the value, 1–64.
    public func next(using source: inout SeededGenerator, size: Int = 32) -> Value {
        make(&source, size)
    }

    /// A generator of this one's values, transformed by a function.
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
        Generator<Other> { transform(make(&$0, $1)) }
    }

    /// A generator of lists of at most `count` values; `nil` for at most as many as the size.
    public func list(upTo count: Int? = nil) -> Generator<[Value]> {
        Generator<[Value]> { source, size in
            (0..<Int.random(in: 0...(count ?? size), using: &source)).map { _ in make(&source, size) }
        }
    }

    /// A generator of this one's values, and of `nil` in one of four cases.
    public func optional() -> Generator<Value?> {
        Generator<Value?> { source, size in
            Int.random(in: 0..<4, using: &source) == 0 ? nil : make(&source, size)
        }
    }

    /// A generator that chooses one of several generators, all with the same probability.
    public static func oneOf(_ first: Generator, _ others: Generator...) -> Generator {
        let all = [first] + others
        return Generator { source, size in
            all[Int.random(in: 0..<all.count, using: &source)].make(&source, size)
        }
    }
}

extension Generator where Value: Sendable {
    /// A generator that chooses one of the given values; an empty list traps.
    public static func element(of values: [Value]) -> Generator {
        precondition(!values.isEmpty, "the list of elements is empty")
        return Generator { source, _ in values[Int.random(in: 0..<values.count, using: &source)] }
    }

    /// A generator of always the same value.
    public static func constant(_ value: Value) -> Generator {
        Generator { _, _ in value }
    }
}

extension Generator where Value: FixedWidthInteger & Sendable {
    /// A generator of integers in a range, in one of eight cases one of its ends.
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
    /// A generator of `true` and `false`.
    public static var bool: Generator { Generator { source, _ in Bool.random(using: &source) } }
}

extension Generator where Value == [UInt8] {
    /// A generator of lists of at most `count` bytes; `nil` for at most as many as the size.
    public static func bytes(upTo count: Int? = nil) -> Generator {
        Generator<UInt8>.int().list(upTo: count)
    }
}

extension Generator where Value == String {
    /// A generator of difficult texts: controls, line ends, quotes, bidi overrides, combining marks, any scalar.
    ///
    /// - Parameter count: The largest number of pieces, each of one or a few characters; `nil` for the size.
    public static func string(upTo count: Int? = nil) -> Generator {
        Generator<String>.oneOf(.element(of: difficultPieces), .element(of: ordinaryPieces), anyScalar)
            .list(upTo: count).map { $0.joined() }
    }

    /// A generator of texts that consist of the given characters.
    public static func string(of alphabet: String, upTo count: Int? = nil) -> Generator {
        Generator<String>.element(of: alphabet.map { String($0) }).list(upTo: count).map { $0.joined() }
    }

    private static var anyScalar: Generator {
        Generator { source, _ in
            // Surrogates are not scalars; use the replacement character instead.
            String(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &source)) ?? "\u{FFFD}")
        }
    }
}

private let ordinaryPieces = "abcxyzABCXYZ0189 .,:;-_/@+".map { String($0) }

private let difficultPieces = [
    "\0", "\t", "\n", "\r", "\r\n", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}",
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}",
    "\"", "'", "\\", "`", "<", ">", "&", "%", "%00", "%zz", "$(", "=", "{", "}", "[", "]", "#", "?", "|", "~",
    "ß", "İ", "ı", "ſ", "K", "é", "e\u{301}", "а", "。", "ﬁ", "👩‍👩‍👧", "מ", "ا", "", "../",
]
