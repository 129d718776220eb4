import LatchkeyProvider
import LatchkeyVaultProvider

await ProviderMain.run(VaultViewController.self)
