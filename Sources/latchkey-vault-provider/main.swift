print("latchkey-vault-provider")
