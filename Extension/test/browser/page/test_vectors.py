"""The test vectors of WebAuthn L3 §16 in Tests/Vectors: a page receives exactly these bytes."""

import json
from base64 import urlsafe_b64encode

from installed import ROOT
from pages import pages  # noqa: F401

FILE = ROOT / "Tests/Vectors/webauthn/vectors.json"
VECTORS = [each for each in json.loads(FILE.read_text())["vectors"] if "registration" in each]


def text(digits: str) -> str:
    """Converts hexadecimal digits to base64url."""
    return urlsafe_b64encode(bytes.fromhex(digits)).decode().rstrip("=")


def test_a_page_receives_the_exact_bytes_of_the_specifications_vectors(pages):
    assert len(VECTORS) == 15
    pages.show()
    for vector in VECTORS:
        made, used = vector["registration"], vector["authentication"]
        head = {"id": text(made["credential_id"]), "rawId": text(made["credential_id"]), "type": "public-key",
                "clientExtensionResults": {}}
        whole = made["attestationObject"]
        created = {**head, "response": {
            "attestationObject": text(whole), "clientDataJSON": text(made["clientDataJSON"]), "transports": [],
            "authenticatorData": "AAAA"}}
        got = {**head, "response": {name: text(used[name]) for name in ("clientDataJSON", "authenticatorData", "signature")}}
        pages.plan(create={"result": created}, get={"result": got})
        seen = pages.run("""
            const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
            const made = await create(), used = await get();
            return [hex(made.rawId), hex(made.response.attestationObject), hex(made.response.clientDataJSON),
                hex(used.response.authenticatorData), hex(used.response.clientDataJSON), hex(used.response.signature),
                used.response.userHandle, made.response.getPublicKey()];
        """)
        assert seen == [made["credential_id"], whole, made["clientDataJSON"], used["authenticatorData"],
                        used["clientDataJSON"], used["signature"], None, None], vector["id"]
