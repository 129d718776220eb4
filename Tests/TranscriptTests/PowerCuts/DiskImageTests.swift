import Foundation
import Testing

/// The vault on an ext4 file system whose image is copied when the vault's program is killed.
///
/// The image has only what ext4 has written to its device: with `commit=3600` that is what the program synced. A mount
/// of the copy is the first start after a power cut.
@Suite(
    "Vault on a copied ext4 image", .timeLimit(.minutes(5)),
    .enabled("no ext4 image can be mounted here") { await Mounting.works() })
struct DiskImageTests {
    private static let passphrase = "--passphrase-fd 3 3<passphrase"

    @Test func `a copied image has every confirmed login and a vault that opens`() async throws {
        let home = try TestHome()
        try home.write("correct horse battery staple\n", to: "passphrase")
        try home.write(
            """
            PATH=$PATH:/usr/sbin:/sbin
            truncate -s 24M image && mkfs.ext4 -q -F image && mkdir disk copied || exit 99
            mount -o loop,commit=3600 image disk || exit 98
            count() {
                HOME=$PWD/$1 latchkey-vault list --json \(Self.passphrase) 2>errors | grep -o '"id":' | wc -l
                grep '"error":' errors
            }
            cut_power() {
                cp image copy && mount -o loop copy copied || echo "no copy"
                count copied
                [ -s copied/unsynced ] && echo "not only synced data"
                umount copied
            }
            HOME=$PWD/disk latchkey-vault create \(Self.passphrase) >/dev/null 2>&1 || exit 97
            echo text >disk/unsynced
            confirmed=0
            for moment in none pwrite64:1 fdatasync:2 fdatasync:3 pwrite64:6 fdatasync:4 unlink:1 fdatasync:5 none; do
                add="latchkey-vault add --title One --user user$moment$confirmed --no-password --passphrase-fd 3"
                if [ $moment = none ]; then
                    HOME=$PWD/disk $add 3<passphrase >/dev/null 2>errors || cat errors
                    confirmed=$((confirmed + 1))
                    most=$confirmed
                else
                    kill="inject=${moment%:*}:signal=KILL:when=${moment#*:}"
                    HOME=$PWD/disk strace -f -qq -o trace -e trace=${moment%:*} -e $kill $add 3<passphrase >killed 2>&1
                    [ $? = 137 ] && killed=$((killed + 1))
                    most=$((confirmed + 1))
                fi
                found=$(cut_power)
                [ "$found" = $confirmed ] || [ "$found" = $most ] || echo "$found instead of $confirmed after $moment"
                confirmed=$(count disk)
            done
            [ $killed = 7 ] && echo killed
            """, to: "cut")
        let lines = try await home.run("timeout 600 unshare --mount sh cut 2>messages; cat messages")
        #expect(lines == ["killed", "[0]"], "\(lines)")
    }
}

private enum Mounting {
    static func works() async -> Bool {
        let command =
            "truncate -s 8M image && mkfs.ext4 -q -F image && mkdir disk && unshare --mount mount -o loop image disk "
            + "&& strace -qq -o trace true"
        let lines = try? await TestHome().run("PATH=$PATH:/usr/sbin:/sbin; \(command)")
        return lines?.last == "[0]"
    }
}
