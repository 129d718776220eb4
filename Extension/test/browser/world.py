"""A computer in one folder: a home, a runtime folder, an agent, a vault, and nobody else's settings."""

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

#: Site, user, password. The passwords are found nowhere but where they belong; tests look for them everywhere else.
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


#: The exit status of our programs that says so.
NOTHING_FOUND = 3
#: Two users whom tests make by their numbers alone, as root: nobody logs in as them, and nothing is theirs.
PERSON, STRANGER = 4711, 4712
#: What worlds are called, before the process that made them.
MARK = "lkx-"


def clear_leftovers() -> None:
    """Ends and removes worlds whose run was killed; leaves alone what others are at."""
    for folder in Path("/tmp").glob(MARK + "*-*"):
        run = folder.name.removeprefix(MARK).split("-")[0]
        if run.isdigit() and not Path("/proc", run).exists():
            end_processes(folder)
            shutil.rmtree(folder, ignore_errors=True)


def processes_of(folder: Path) -> list[int]:
    """Every process whose environment or command line speaks of a folder."""
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
    """Ends with `close`: every process that belongs to it is killed, and its folder removed.

    With `for_person`, everything in it runs as an ordinary user, from programs as they get installed: root passes
    checks that every real user fails.
    """

    def __init__(self, logins: Iterable[tuple[str, str, str]] | None = LOGINS, unlocked: bool = True,
                 for_person: bool = False):
        # Short, because a socket's path may have 107 bytes.
        self.path = Path(tempfile.mkdtemp(prefix=f"{MARK}{os.getpid()}-", dir="/tmp"))
        self.for_person = for_person
        #: Nothing where it is whoever runs the tests.
        self.user = PERSON if for_person and os.geteuid() == 0 else None
        self.home, self.runtime, self.downloads = map(self.folder, ("home", "run", "downloads"))
        self.prefix = self.path / "usr" if for_person else None
        programs = self.prefix / "bin" if self.prefix else BUILT
        self.environment = {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.runtime), "PATH": f"{programs}:/usr/bin:/bin",
            "LANG": "C.UTF-8", "TERM": "dumb", "NO_AT_BRIDGE": "1", "MOZ_HEADLESS": "1",
        }
        if self.prefix:
            self.environment["XDG_DATA_DIRS"] = str(self.prefix / "share")
        self.agent: subprocess.Popen | None = None
        try:
            # Without logins there is neither vault nor agent.
            if logins is not None:
                self._set_up(logins, unlocked)
        except BaseException:
            self.close()
            raise

    def _set_up(self, logins: Iterable[tuple[str, str, str]], unlocked: bool) -> None:
        if self.prefix:
            lay_out(BUILT, self.prefix)
            # Others may run the programs; what is the person's own is closed to them by folders of its own.
            self.path.chmod(0o755)
        else:
            providers = self.home / ".local/share/latchkey/providers"
            subprocess.run([ROOT / "Scripts/assemble-provider", BUILT, providers], check=True, timeout=60)
            # Without its debugging data, which would be read and digested at every start.
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
        """The logins in which these words occur; the vault must be unlocked."""
        ending = self.run("latchkey-vault", "list", "--json", *words)
        assert ending.returncode in (0, NOTHING_FOUND), ending.stderr
        return json.loads(ending.stdout)["logins"] if ending.returncode == 0 else []

    def password(self, identifier: str) -> str:
        return json.loads(self.vault("show", "--json", "--reveal", identifier))["password"]

    # Programs

    def folder(self, name: str) -> Path:
        """A folder of the world's, for its user alone."""
        made = self.path / name
        made.mkdir(mode=0o700, exist_ok=True)
        if self.user is not None:
            os.chown(made, self.user, self.user)
        return made

    @property
    def identity(self) -> dict:
        """Makes a program of `subprocess` the user's."""
        return {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}

    def program(self, name: str) -> Path:
        places = [self.prefix / "bin", self.prefix / "libexec/latchkey"] if self.prefix else [BUILT]
        return next(place / name for place in places if (place / name).exists())

    def run(self, program: str, *words: str, text: str = "", limit: float = 60) -> subprocess.CompletedProcess:
        """Runs one of our programs to its end, with nobody at a terminal."""
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
        """kill -9, as a crash."""
        assert self.agent is not None
        self.agent.kill()
        self.agent.wait(10)

    # The end

    def files_holding(self, secret: str, below: Path) -> list[str]:
        """The files that hold these bytes, as UTF-8 or as UTF-16."""
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
