import LatchkeyGitFront

// git's way to the agent: a credential helper (gitcredentials(7), "CUSTOM HELPERS").
GitFront.run()
