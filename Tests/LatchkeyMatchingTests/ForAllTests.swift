import LatchkeyTesting
import Testing

@Suite struct `Properties on many values` {
    @Test func `forAll finds a counterexample and reports its seed`() throws {
        let failure = #expect(throws: Counterexample.self) {
            try forAll(.int(in: 0...1_000), seed: 7) { $0 < 900 }
        }
        let found = try #require(failure)
        #expect(found.seed == 7)
        #expect(found.description.hasSuffix("to see it again set LATCHKEY_SEED=7"))
        let again = #expect(throws: Counterexample.self) {
            try forAll(.int(in: 0...1_000), seed: 7) { $0 < 900 }
        }
        #expect(again?.value == found.value)
    }

    @Test func `forAll reports an error of the property as a counterexample`() {
        struct Trouble: Error {}
        let failure = #expect(throws: Counterexample.self) {
            try forAll(.bool, runs: 1) { _ in throw Trouble() }
        }
        #expect(failure?.problem == "the property threw Trouble()")
    }

    @Test func `another seed generates other values`() {
        var first = SeededGenerator(seed: 1)
        var second = SeededGenerator(seed: 2)
        #expect((0..<8).map { _ in first.next() } != (0..<8).map { _ in second.next() })
    }

    @Test func `generated integers reach the ends of their range`() throws {
        var seen: Set<Int> = []
        try forAll(.int(in: 3...9)) { seen.insert($0).inserted || true }
        #expect(seen == [3, 4, 5, 6, 7, 8, 9])
    }
}
