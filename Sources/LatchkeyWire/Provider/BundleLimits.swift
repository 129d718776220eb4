/// The limits of a provider bundle that can be copied and enabled.
package struct BundleLimits: Hashable, Sendable {
    /// Files and folders together.
    package var entries = 4096
    /// Bytes of all files together, which take about a second to read.
    package var bytes = 512 << 20
    /// The depth of nested folders.
    package var depth = 32

    package init() {}
}
