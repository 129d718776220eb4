import assert from "node:assert/strict";
import test from "node:test";
import { PopupLogins } from "../../../src/background/popupLogins.js";

const login = { kind: /** @type {const} */ ("password"), user: "otto", service: "other.test", provider: "p", providerName: "Vault" };
const found = { ...login, id: "o", url: "https://other.test/" };
const own = { ...login, id: "o", grade: /** @type {const} */ ("exact"), rank: 0, isPreselectable: true };

test("a login that a search found and the page also offers belongs to the page", () => {
    const listed = new PopupLogins();
    listed.begin();
    listed.showFound([found]);
    assert.equal(listed.ofOtherSite("o"), found);
    listed.showOwn({ site: "other.test", suggestions: [own] });
    assert.equal(listed.ofOtherSite("o"), undefined);
});
