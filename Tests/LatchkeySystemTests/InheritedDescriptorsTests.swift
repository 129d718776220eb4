import Glibc
import LatchkeySystem
import Testing

@Suite struct InheritedDescriptorsTests {
    @Test func `records the descriptors without FD_CLOEXEC that are open at the start`() throws {
        let kept = dup(0)
        let own = fcntl(0, F_DUPFD_CLOEXEC, 0)
        let (first, last) = (try #require(kept >= 0 ? kept : nil), try #require(own >= 0 ? own : nil))
        let inherited = InheritedDescriptors()
        // Without FD_CLOEXEC, like an inherited descriptor.
        #expect(inherited.contains(first))
        #expect(!inherited.contains(last))
        #expect(!inherited.contains(-1))
        close(last)
        let late = fcntl(0, F_DUPFD, last)
        #expect(!inherited.contains(late))
        close(late)
        close(first)
    }
}
