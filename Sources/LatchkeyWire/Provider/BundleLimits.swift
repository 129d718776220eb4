/// The largest bundle of a provider that is copied and enabled.
package struct BundleLimits: Hashable, Sendable {
    /// Files and folders together.
    package var entries = 4096
    /// Bytes of all files together; a second's reading.
    package var bytes = 512 << 20
    /// Folders inside of each other.
    package var depth = 32

    package init() {}
}
