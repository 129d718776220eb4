import argparse
from . import serve
p = argparse.ArgumentParser(prog="sites")
p.add_argument("--port", type=int, default=8443)
p.add_argument("--cert")
p.add_argument("--key")
a = p.parse_args()
print(f"serving on 127.0.0.1:{a.port} ({'TLS' if a.cert else 'plain HTTP'})", flush=True)
serve(a.port, a.cert, a.key, block=True)
