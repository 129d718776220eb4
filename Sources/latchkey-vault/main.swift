print("latchkey-vault")
