/// The output of `--json` of the commands that lock or unlock the vault.
struct LockStateOutput: Encodable {
    /// `locked` or `unlocked`.
    let state: String
    /// The minutes of inactivity before the vault locks; `nil` if it is locked.
    let autoLockMinutes: Int?

    /// - Parameter autoLockMinutes: `nil` for a locked vault.
    init(autoLockMinutes: Int?) {
        state = autoLockMinutes == nil ? "locked" : "unlocked"
        self.autoLockMinutes = autoLockMinutes
    }
}
