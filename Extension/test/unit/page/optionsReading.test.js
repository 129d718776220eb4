import assert from "node:assert/strict";
import test from "node:test";

import { load, plain } from "./loadParts.js";

const { optionsReading: reading } = load(["bytes", "optionsReading"]);
const gecko = load(["bytes", "optionsReading"], { isGecko: true }).optionsReading;

const bytes = (/** @type {number[]} */ ...values) => Uint8Array.from(values);
const creation = (more = {}) => ({
    challenge: bytes(1, 2, 3),
    rp: { name: "Example", id: "example.test" },
    user: { id: bytes(4), name: "ada", displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    ...more,
});
const request = (more = {}) => ({ challenge: bytes(1, 2, 3), ...more });

/** Records the names of members in the order in which they are read, except those of lists and bytes. */
function spied() {
    /** @type {string[]} */
    const read = [];
    /** @type {(object: object, name: string) => object} */
    const spy = (object, name) =>
        new Proxy(object, {
            get(target, key) {
                const value = Reflect.get(target, key);
                if (!Array.isArray(target)) read.push(`${name}.${String(key)}`);
                const isPlain = typeof value === "object" && value !== null && !ArrayBuffer.isView(value) &&
                    !(value instanceof AbortSignal);
                return isPlain
                    ? spy(value, Array.isArray(value) ? name : String(key))
                    : typeof value === "function"
                    ? value.bind(target)
                    : value;
            },
        });
    return { read, spy };
}

test("reads the members of creation options once and in the browser's order", () => {
    const { read, spy } = spied();
    const publicKey = creation({ extensions: { prf: { eval: { first: bytes(1) } } }, authenticatorSelection: {} });
    assert.notEqual(reading.create(spy({ publicKey, signal: new AbortController().signal }, "o")), null);
    assert.equal(
        read.join(" "),
        "o.digital o.federated o.mediation o.password o.publicKey " +
            "publicKey.attestation publicKey.attestationFormats publicKey.authenticatorSelection " +
            "authenticatorSelection.authenticatorAttachment authenticatorSelection.requireResidentKey authenticatorSelection.residentKey " +
            "authenticatorSelection.userVerification publicKey.challenge publicKey.excludeCredentials publicKey.extensions extensions.appid " +
            "extensions.appidExclude extensions.credBlob extensions.credProps extensions.credentialProtectionPolicy extensions.largeBlob " +
            "extensions.payment extensions.prf prf.eval eval.first eval.second prf.evalByCredential publicKey.hints publicKey.pubKeyCredParams " +
            "publicKey.rp rp.name rp.id publicKey.timeout publicKey.user user.name user.displayName user.id o.signal",
    );
});

test("reads the members of request options once and in the browser's order", () => {
    const { read, spy } = spied();
    assert.notEqual(reading.get(spy({ publicKey: request() }, "o")), null);
    assert.equal(
        read.join(" "),
        "o.digital o.federated o.identity o.mediation o.otp o.password o.publicKey " +
            "publicKey.allowCredentials publicKey.challenge publicKey.extensions publicKey.hints publicKey.rpId publicKey.timeout " +
            "publicKey.userVerification o.signal o.uiMode",
    );
});

test("copies bytes at the time of the call", () => {
    const challenge = bytes(1, 2, 3), read = reading.get({ publicKey: request({ challenge }) });
    challenge.fill(0);
    assert.equal(read?.question.options.challenge, "AQID");
});

test("accepts user handles of 1 to 64 bytes", () => {
    const made = (/** @type {number} */ length) => {
        try {
            return reading.create({
                publicKey: creation({ user: { id: new Uint8Array(length), name: "", displayName: "" } }),
            }) !== null;
        } catch {
            return false;
        }
    };
    assert.deepEqual([0, 1, 64, 65, 66, 1000].map(made), [false, true, true, false, false, false]);
});

test("drops unknown enumeration values and converts numbers as Web IDL does", () => {
    const publicKey = creation({
        attestation: "odd",
        timeout: "1000.7",
        authenticatorSelection: { residentKey: "odd" },
        pubKeyCredParams: new Set([{ type: "public-key", alg: "-257" }, { type: "odd", alg: 1 }]),
    });
    const { options } = /** @type {{question: {options: object}}} */ (reading.create({ publicKey })).question;
    assert.deepEqual(plain(options), {
        challenge: "AQID",
        rp: { name: "Example", id: "example.test" },
        user: { id: "BA", name: "ada", displayName: "Ada" },
        timeout: 1000,
        authenticatorSelection: {},
        pubKeyCredParams: [{ type: "public-key", alg: -257 }],
    });
});

test("replaces a lone surrogate where the specification requires it", () => {
    const read = reading.get({ publicKey: request({ rpId: "x\ud800" }) });
    assert.equal(plain(read?.question.options).rpId, "x\ufffd");
});

test("an immediate call needs user activation in both browsers", () => {
    const options = { publicKey: request(), uiMode: "immediate" };
    assert.equal(reading.get(options)?.question.mediation, "immediate");
    assert.deepEqual([gecko.get(options)?.question.mediation, gecko.get(options)?.isOnlyOurs], ["immediate", true]);
    const idle = { isActivated: () => false };
    assert.equal(load(["bytes", "optionsReading"], idle).optionsReading.get(options), null);
    assert.equal(load(["bytes", "optionsReading"], { ...idle, isGecko: true }).optionsReading.get(options)?.isRefused, true);
});

test("Firefox ignores options that it does not support", () => {
    assert.equal(reading.get({ publicKey: request(), password: true }), null);
    assert.equal(gecko.get({ publicKey: request(), password: true, otp: {} })?.question.mediation, "optional");
    assert.equal(gecko.get({ publicKey: request(), uiMode: "odd" })?.question.mediation, "optional");
});

test("leaves enforced credential protection and payment to other authenticators", () => {
    const asked = (/** @type {object} */ extensions) => {
        try {
            return reading.create({ publicKey: creation({ extensions }) }) !== null;
        } catch {
            return false;
        }
    };
    assert.equal(asked({ credentialProtectionPolicy: "userVerificationRequired" }), true);
    assert.equal(
        asked({ credentialProtectionPolicy: "userVerificationRequired", enforceCredentialProtectionPolicy: true }),
        false,
    );
    assert.equal(
        asked({ credentialProtectionPolicy: "userVerificationOptional", enforceCredentialProtectionPolicy: true }),
        true,
    );
    assert.equal(asked({ payment: { isPayment: true } }), false);
});
