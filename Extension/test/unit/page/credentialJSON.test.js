import assert from "node:assert/strict";
import test from "node:test";

import { load } from "./loadParts.js";

const { credentialJSON: answers } = load(["credentialJSON"]);

const registration = {
    type: "public-key",
    response: {
        transports: ["internal", 5, "hybrid"],
        publicKeyAlgorithm: -7,
        publicKey: "AQID",
        clientDataJSON: "e30",
        authenticatorData: "AAAA",
        attestationObject: "oA",
    },
    rawId: "other",
    id: "AQID",
    authenticatorAttachment: "platform",
    strange: 1,
    clientExtensionResults: {
        prf: { enabled: true, results: { second: "AQ", first: "Ag" } },
        strange: 1,
        credProps: { rk: true, strange: 1 },
        largeBlob: { supported: false },
        appid: false,
    },
};

test("reads the known members of a registration in the browser's order", () => {
    assert.equal(
        JSON.stringify(answers.read(registration, "create")),
        JSON.stringify({
            authenticatorAttachment: "platform",
            clientExtensionResults: {
                appid: false,
                credProps: { rk: true },
                largeBlob: { supported: false },
                prf: { enabled: true, results: { first: "Ag", second: "AQ" } },
            },
            id: "AQID",
            rawId: "AQID",
            response: {
                attestationObject: "oA",
                authenticatorData: "AAAA",
                clientDataJSON: "e30",
                publicKey: "AQID",
                publicKeyAlgorithm: -7,
                transports: ["internal", "hybrid"],
            },
            type: "public-key",
        }),
    );
});

test("states in the browser's order that a requested blob was not stored", () => {
    const read = (/** @type {object} */ given) => JSON.stringify(answers.read(given, "create", true).clientExtensionResults);
    const results = { credBlob: true, credProps: { rk: true }, appid: false };
    assert.equal(
        read({ ...registration, clientExtensionResults: results }),
        JSON.stringify({ appid: false, credBlob: false, credProps: { rk: true } }),
    );
    const { clientExtensionResults: _, ...without } = registration;
    assert.equal(read(without), JSON.stringify({ credBlob: false }));
});

test("reads the known members of an assertion in the browser's order", () => {
    const given = {
        id: "AQID",
        response: { userHandle: null, signature: "MEUC", clientDataJSON: "e30", authenticatorData: "AAAA" },
    };
    assert.equal(
        JSON.stringify(answers.read(given, "get")),
        JSON.stringify({
            clientExtensionResults: {},
            id: "AQID",
            rawId: "AQID",
            response: { authenticatorData: "AAAA", clientDataJSON: "e30", signature: "MEUC" },
            type: "public-key",
        }),
    );
});

test("rejects a credential with a missing member or a wrong type", () => {
    const { response } = registration;
    const wrong = [
        null,
        5,
        "x",
        [],
        {},
        { ...registration, id: 5 },
        { ...registration, id: undefined },
        { ...registration, response: undefined },
        { ...registration, response: { ...response, attestationObject: undefined } },
        { ...registration, authenticatorAttachment: 5 },
        { ...registration, response: { ...response, publicKeyAlgorithm: "-7" } },
        { ...registration, clientExtensionResults: 5 },
        { ...registration, clientExtensionResults: { prf: { results: {} } } },
        { ...registration, clientExtensionResults: { appid: "x" } },
    ];
    for (const each of wrong) assert.throws(() => answers.read(each, "create"), JSON.stringify(each));
    assert.throws(() => answers.read(registration, "get"));
});

test("rejects members of the prototype", () => {
    assert.throws(() => answers.read(Object.create(registration), "create"));
});
