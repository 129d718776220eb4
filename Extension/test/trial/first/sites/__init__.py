"""Twenty invented web sites for trying a password manager. See ../README.md."""
from .core import HOSTS, SITES, account, events, plant, reset, serve, site_of, totp  # noqa: F401
from . import shops, public, portals, apps, banks  # noqa: F401  (they register their sites)
