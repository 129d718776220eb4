"""A computer in one folder: a home, a runtime folder, an agent and a vault, separate from the user's own settings."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from installed import ROOT, lay_out
from waiting import eventually

BUILT = Path(os.environ.get("LATCHKEY_BUILT", ROOT / ".build" / "debug"))
PROVIDER = "org.latchkey.vault.provider"
PASSPHRASE = "correct horse battery staple"
CODE_SECRET = "JBSWY3DPEHPK3PXP"

#: Site, user, password. Tests search for these passwords in every place where they must not be.
LOGINS = [
    ("https://login.example.test/", "ada", "Planted-7919-Kettle"),
    ("https://login.example.test/", "grace", "Planted-6101-Orbit"),
    ("https://shop.example.test/", "ada.shopper", "Planted-3307-Basket"),
    ("https://other.test/", "otto", "Planted-5501-Lamp"),
    ("https://alice.github.io/", "alice", "Planted-2203-Spoon"),
    ("https://code.test/", "cora", "Planted-1109-Clock"),
    ("https://auth.test/", "grace", "Planted-8807-Basic"),
]
PASSWORDS = {user: password for _, user, password in LOGINS if user != "grace"} | {
    "grace": "Planted-6101-Orbit", "dev": "Planted-4409-Local"}


#: Exit status of the programs when a search finds nothing.
NOTHING_FOUND = 3
#: User identifiers without accounts, for tests that run as root.
USER_ID, OTHER_USER_ID = 4711, 4712
#: Prefix of the worlds' folders, followed by the process identifier of the run.
MARK = "lkx-"


def clear_leftovers() -> None:
    """Kills the processes and removes the folders of worlds whose run was killed. Leaves other active runs alone."""
    for folder in Path("/tmp").glob(MARK + "*-*"):
        run = folder.name.removeprefix(MARK).split("-")[0]
        if run.isdigit() and not Path("/proc", run).exists():
            end_processes(folder)
            shutil.rmtree(folder, ignore_errors=True)


def processes_of(folder: Path) -> list[int]:
    """Every process whose environment or command line contains a folder's path."""
    mark, found = str(folder).encode(), []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if int(entry.name) != os.getpid() and (
                mark in (entry / "environ").read_bytes() or mark in (entry / "cmdline").read_bytes()
            ):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def end_processes(folder: Path) -> None:
    def ended() -> bool:
        left = processes_of(folder)
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return not left

    eventually(f"every process of {folder} has ended", ended)


class World:
    """A home with an agent and a vault. `close` kills its processes and removes its folder.

    With `unprivileged`, everything runs as an ordinary user and from installed programs. Root passes checks that fail
    for every other user.
    """

    def __init__(self, logins: Iterable[tuple[str, str, str]] | None = LOGINS, unlocked: bool = True,
                 unprivileged: bool = False):
        # Short, because the path of a socket is limited to 107 bytes.
        self.path = Path(tempfile.mkdtemp(prefix=f"{MARK}{os.getpid()}-", dir="/tmp"))
        self.unprivileged = unprivileged
        #: `None` runs the programs as the current user.
        self.user = USER_ID if unprivileged and os.geteuid() == 0 else None
        self.home, self.runtime, self.downloads = map(self.folder, ("home", "run", "downloads"))
        self.prefix = self.path / "usr" if unprivileged else None
        programs = self.prefix / "bin" if self.prefix else BUILT
        self.environment = {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.runtime), "PATH": f"{programs}:/usr/bin:/bin",
            "LANG": "C.UTF-8", "TERM": "dumb", "NO_AT_BRIDGE": "1", "MOZ_HEADLESS": "1",
        }
        if self.prefix:
            self.environment["XDG_DATA_DIRS"] = str(self.prefix / "share")
        self.agent: subprocess.Popen | None = None
        try:
            # `logins=None` creates neither vault nor agent.
            if logins is not None:
                self._set_up(logins, unlocked)
        except BaseException:
            self.close()
            raise

    def _set_up(self, logins: Iterable[tuple[str, str, str]], unlocked: bool) -> None:
        if self.prefix:
            lay_out(BUILT, self.prefix)
            # Other users may run the programs. The user's own data is in private folders.
            self.path.chmod(0o755)
        else:
            providers = self.home / ".local/share/latchkey/providers"
            subprocess.run([ROOT / "Scripts/assemble-provider", BUILT, providers], check=True, timeout=60)
            # The debugging data would be read and digested at every start.
            program = providers / "LatchkeyVault.appex" / "latchkey-vault-provider"
            subprocess.run(["strip", program], check=True, timeout=60)
        self.start_agent()
        self.vault("create", "--passphrase-fd", "0", text=PASSPHRASE)
        self.latchkey("providers", "enable", "--yes", "--no-configure", PROVIDER)
        self.unlock()
        self.import_logins(logins)
        if not unlocked:
            self.lock()

    # The vault

    def import_logins(self, logins: Iterable[tuple[str, str, str]]) -> None:
        lines = ["Title,URL,Username,Password,Notes,OTPAuth"]
        for site, user, password in logins:
            host = site.split("/")[2]
            code = f"otpauth://totp/{host}:{user}?secret={CODE_SECRET}&issuer={host}" if user in ("ada", "cora") else ""
            lines.append(f"{host} ({user}),{site},{user},{password},,{code}")
        if len(lines) > 1:
            self.vault("import", "-", "--format", "apple-csv", text="\n".join(lines) + "\n")

    def unlock(self) -> None:
        self.vault("unlock", "--passphrase-fd", "0", text=PASSPHRASE)

    def lock(self) -> None:
        self.vault("lock")

    def logins(self, *words: str) -> list[dict]:
        """The logins that contain these words. The vault must be unlocked."""
        ending = self.run("latchkey-vault", "list", "--json", *words)
        assert ending.returncode in (0, NOTHING_FOUND), ending.stderr
        return json.loads(ending.stdout)["logins"] if ending.returncode == 0 else []

    def password(self, identifier: str) -> str:
        return json.loads(self.vault("show", "--json", "--reveal", identifier))["password"]

    # Programs

    def folder(self, name: str) -> Path:
        """Creates a folder of the world that only its user may access."""
        made = self.path / name
        made.mkdir(mode=0o700, exist_ok=True)
        if self.user is not None:
            os.chown(made, self.user, self.user)
        return made

    @property
    def identity(self) -> dict:
        """Arguments of `subprocess` that run a program as the world's user."""
        return {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}

    def program(self, name: str) -> Path:
        places = [self.prefix / "bin", self.prefix / "libexec/latchkey"] if self.prefix else [BUILT]
        return next(place / name for place in places if (place / name).exists())

    def run(self, program: str, *words: str, text: str = "", limit: float = 60) -> subprocess.CompletedProcess:
        """Runs one of our programs to its end, without a terminal."""
        return subprocess.run(
            [self.program(program), *words], env=self.environment, cwd="/", input=text, text=True, capture_output=True,
            timeout=limit, start_new_session=True, **self.identity)

    def vault(self, *words: str, text: str = "") -> str:
        return self._succeed("latchkey-vault", words, text)

    def latchkey(self, *words: str) -> str:
        return self._succeed("latchkey", words, "")

    def _succeed(self, program: str, words: tuple[str, ...], text: str) -> str:
        ending = self.run(program, *words, text=text)
        assert ending.returncode == 0, f"{program} {words}: {ending.returncode} {ending.stderr} {self.agent_log}"
        return ending.stdout

    # The agent

    @property
    def agent_log(self) -> str:
        file = self.path / "agent.log"
        return file.read_text() if file.exists() else ""

    def start_agent(self) -> None:
        word = "latchkeyd: started"
        starts = self.agent_log.count(word)
        with (self.path / "agent.log").open("a") as log:
            self.agent = subprocess.Popen(
                [self.program("latchkeyd"), "--idle-exit", "0"], env=self.environment, cwd="/", stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, start_new_session=True, **self.identity)
        eventually("the agent listens", lambda: self.agent_log.count(word) > starts)

    def kill_agent(self) -> None:
        """Kills the agent with SIGKILL, like a crash."""
        assert self.agent is not None
        self.agent.kill()
        self.agent.wait(10)

    # Leftovers

    def files_holding(self, secret: str, below: Path) -> list[str]:
        """The files that contain these bytes, as UTF-8 or as UTF-16."""
        forms = [secret.encode(), secret.encode("utf-16-le")]
        found = []
        for file in below.rglob("*"):
            if file.is_file() and not file.is_symlink():
                content = file.read_bytes()
                if any(form in content for form in forms):
                    found.append(str(file.relative_to(below)))
        return found

    def close(self) -> None:
        if self.agent is not None:
            self.agent.kill()
            self.agent.wait(10)
        end_processes(self.path)
        shutil.rmtree(self.path, ignore_errors=True)
