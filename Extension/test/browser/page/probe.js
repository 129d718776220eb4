// Functions for every script that these tests run in a page.

const bytes = (text) => new TextEncoder().encode(text);
const random = () => crypto.getRandomValues(new Uint8Array(16));
const creation = (more) => ({
    challenge: bytes("challenge"), rp: { name: "Example", id: "example.test" },
    user: { id: random(), name: "ada", displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }], ...more,
});
const required = { authenticatorSelection: { residentKey: "required", userVerification: "required" } };
const request = (more) => ({ challenge: bytes("challenge"), rpId: "example.test", ...more });
const create = (more, rest) => navigator.credentials.create({ publicKey: creation(more), ...rest });
const get = (more, rest) => navigator.credentials.get({ publicKey: request(more), ...rest });
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const askedCount = () => JSON.parse(document.documentElement.dataset.asked ?? "[]").length;
/** Waits until the double has received another request. The first one loads its module, which takes a while. */
const askedSince = async (before) => {
    while (askedCount() <= before) await sleep(5);
};
const tooLong = () => new Promise((_, reject) => setTimeout(() => reject(new Error("nothing came of it")), 12_000));

/** How a promise settles: at once, after a number of microtasks, or in a later task. */
async function outcome(make, patience = 1500) {
    let seen = null, ticks = 0;
    let promise;
    try {
        promise = make();
    } catch (error) {
        return { threw: String(error) };
    }
    const describe = (error) => typeof error !== "object" || error === null ? { rejected: error }
        : { name: error.name, message: error.message, code: error.code, kind: Object.prototype.toString.call(error), made: error.constructor.name };
    promise.then((value) => seen = { value: String(value) }, (error) => seen = describe(error));
    await null;
    while (seen === null && ticks < 20) {
        ticks++;
        await null;
    }
    if (seen !== null) return { when: `microtask ${ticks}`, ...seen };
    const end = performance.now() + patience;
    while (seen === null && performance.now() < end) await sleep(5);
    return seen === null ? { when: "pending" } : { when: "task", ...seen };
}

/** The result of a function, or the error that it throws. */
function tried(act) {
    try {
        return { value: String(act()) };
    } catch (error) {
        return { name: error.name, message: error.message, isOurs: error instanceof TypeError };
    }
}

/** The descriptors of an object's own properties. */
function described(object) {
    return Object.fromEntries(Reflect.ownKeys(object).map((key) => {
        const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(object, key);
        const named = (made) => typeof made === "function" ? `${made.name}/${made.length} ${"prototype" in made}` : typeof made;
        return [String(key), { ...flags, value: named(value), get: named(get), set: named(set) }];
    }));
}

/** Everything that a page can read of a credential. */
function shapeOf(credential) {
    const { response } = credential;
    const hex = (buffer) => buffer instanceof ArrayBuffer
        ? [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("") : buffer;
    const enumerated = (object) => {
        const names = [];
        for (const name in object) names.push(name);
        return names;
    };
    const tagOf = (object) => Object.prototype.toString.call(object);
    const whole = (value) => value instanceof ArrayBuffer ? hex(value)
        : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, whole(inner)])) : value;
    const of = (object, prototype) => Object.fromEntries(enumerated(object).map((name) => {
        const value = object[name];
        const isMethod = typeof value === "function" && name !== "toJSON";
        const given = isMethod ? object[name]() : value;
        const again = isMethod ? object[name]() : object[name];
        return [name, { type: tagOf(given), isSame: given === again, is: name === "response" || name === "toJSON" ? null : whole(given) }];
    }));
    const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
    return {
        own: [Reflect.ownKeys(credential).map(String), Reflect.ownKeys(response).map(String)],
        enumerated: [enumerated(credential), enumerated(response)],
        is: [PublicKeyCredential, Credential, AuthenticatorResponse, AuthenticatorAttestationResponse, AuthenticatorAssertionResponse]
            .map((type) => [credential instanceof type, response instanceof type]),
        tags: [tagOf(credential), tagOf(response), String(credential)],
        prototypes: [Object.getPrototypeOf(credential) === PublicKeyCredential.prototype, Object.isExtensible(credential)],
        credential: of(credential), response: of(response),
        json: JSON.stringify(credential), toJSON: JSON.stringify(credential.toJSON()),
        jsonTypes: [tagOf(credential.toJSON()), Array.isArray(credential.toJSON().response.transports),
            Object.getPrototypeOf(credential.toJSON()) === Object.prototype],
        called: [getter(PublicKeyCredential.prototype, "rawId").call(credential) === credential.rawId,
            getter(Credential.prototype, "id").call(credential) === credential.id,
            getter(AuthenticatorResponse.prototype, "clientDataJSON").call(response) === response.clientDataJSON],
        foreign: [tried(() => getter(PublicKeyCredential.prototype, "rawId").call(response)),
            tried(() => getter(AuthenticatorResponse.prototype, "clientDataJSON").call(credential)),
            tried(() => PublicKeyCredential.prototype.toJSON.call({})), tried(() => Credential.prototype.id),
            tried(() => getter(AuthenticatorAssertionResponse.prototype, "signature").call(null))],
        set: tried(() => {
            "use strict";
            credential.id = "other";
        }),
        frozen: [Object.isFrozen(response.getTransports?.() ?? []), typeof credential.then],
    };
}
