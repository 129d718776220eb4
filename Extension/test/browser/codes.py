"""One-time codes (RFC 6238), computed independently of the project's implementation."""

import base64
import hmac
import struct
import time


def code_at(seconds: float, secret: str) -> str:
    key = base64.b32decode(secret)
    digest = hmac.digest(key, struct.pack(">Q", int(seconds) // 30), "sha1")
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def is_code_of_now(code: str, secret: str) -> bool:
    """Whether the code is the current one or the previous one, which may have expired during the test."""
    return code in {code_at(time.time() - back, secret) for back in (0, 30)}
