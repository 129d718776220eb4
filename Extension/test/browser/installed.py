"""Copies the built programs to the places of `make install`, so that every user may run them."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
#: The programs of Packaging/installed-files that these tests need.
PROGRAMS = [
    "bin/latchkey", "bin/latchkey-vault", "libexec/latchkey/latchkeyd", "libexec/latchkey/latchkey-native-host",
]


def lay_out(built: Path, prefix: Path) -> None:
    """Copies programs, provider and extension below a prefix that everyone may read.

    Strips the debugging data, which costs time to copy and, for the provider, to digest at every start.
    """
    for place in PROGRAMS:
        file = prefix / place
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        strip(built / file.name, file)
    providers = prefix / "share/latchkey/providers"
    subprocess.run([ROOT / "Scripts/assemble-provider", built, providers], check=True, timeout=60)
    provider = providers / "LatchkeyVault.appex/latchkey-vault-provider"
    strip(provider, provider)
    subprocess.run(
        [ROOT / "Scripts/package-extension", "--folder", prefix / "share/latchkey/extension"], check=True, timeout=60)
    for path in prefix.rglob("*"):
        path.chmod(0o755 if path.is_dir() else path.stat().st_mode | 0o444)
    prefix.chmod(0o755)


def strip(program: Path, target: Path) -> None:
    subprocess.run(["strip", "-o", target, program], check=True, timeout=60)
    shutil.copymode(program, target)
