import assert from "node:assert/strict";
import test from "node:test";
import { languagesOfText } from "../../../src/forms/languages.js";
import { activeLanguages, forgetLanguages, languageCodes, useLanguages, wordsOf } from "../../../src/forms/tables/all.js";

await useLanguages(languageCodes);
const texts = languageCodes.map((code) => {
    const words = wordsOf(code);
    return /** @type {const} */ ([code, `${words["login"]} ${words["password"]} ${words["forgot"]} ${words["signUp"]}`.replaceAll("|", " ")]);
});
forgetLanguages();

for (const [code, text] of texts) {
    test(`a text in ${code} needs its phrases, also on a page that declares English`, () => {
        if (code !== "en") assert.ok(languagesOfText(text, []).has(code));
    });
}

test("a page in English needs no other language", () => {
    const text = "Sign in to Example  Email address  Password  Forgot your password?  Keep me signed in  " +
        "New to Example? Create an account  Privacy  Terms of use  © 2026 Example Inc. All rights reserved.";
    assert.deepEqual([...languagesOfText(text, [])], []);
});

test("the names of languages in a menu need no phrases", () => {
    const text = "Welcome back. Log in with your user name and your password. Your session has ended, so please sign in again to " +
        "continue. Need help? Contact the service desk, open every day of the week. Privacy policy. Cookie settings. " +
        "Choose your language: English, Русский, 中文";
    assert.deepEqual([...languagesOfText(text, [])], []);
});

test("a page needs only English and its declared language, unless most words are unknown in both", async () => {
    assert.deepEqual([...languagesOfText("", ["de"])], ["de"]);
    await useLanguages(["de"]);
    assert.deepEqual([...languagesOfText("Anmelden Benutzername Passwort Passwort vergessen? Registrieren", ["de"])], ["de"]);
    assert.ok(languagesOfText("Se connecter Identifiant Mot de passe oublié ? Créer un compte", ["de"]).has("fr"));
    forgetLanguages();
});

test("two parts of a page that load languages at the same time keep both", async () => {
    await Promise.all([useLanguages(["de"]), useLanguages(["fr"])]);
    assert.deepEqual([...activeLanguages()], ["en", "de", "fr"]);
    forgetLanguages();
});
