import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { credentialConcepts, formConcepts, otherConcepts } from "../../../src/forms/tables/concepts.js";
import { fieldPhrases, formPhrases, languageCodes, useLanguages, wordsOf } from "../../../src/forms/tables/all.js";
import { identifierWords, normalise } from "../../../src/forms/text.js";

await useLanguages(languageCodes);
const languages = languageCodes.map((code) => /** @type {const} */ ([code, wordsOf(code)]));

/** @param {string} text */
const concepts = (text) => fieldPhrases.find(normalise(text)).map((hit) => hit.concept);

/** @param {string} text */
const named = (text) => fieldPhrases.find(identifierWords(text), true).map((hit) => hit.concept);

test("phrase matching ignores case, accents, width and punctuation", () => {
    assert.equal(normalise("  Mot de passe*:"), "mot de passe");
    assert.equal(normalise("CONTRASEÑA"), "contrasena");
    assert.equal(normalise("İ-ı Łódź Straße"), "i i lodz strasse");
    assert.equal(normalise("ＰＡＳＳ（確認）"), "pass 確認");
    assert.equal(normalise("비밀번호"), "비밀번호");
});

test("splits identifiers at capitals and separators", () => {
    assert.equal(identifierWords("txtUserName_2"), "txt user name 2");
    assert.equal(identifierWords("loginIDField"), "login id field");
});

test("phrase matching prefers the longest phrase", () => {
    assert.deepEqual(concepts("E-mail address"), ["email"]);
    assert.deepEqual(concepts("Postal code"), ["postal"]);
    assert.deepEqual(concepts("Current password"), ["currentPassword"]);
});

test("phrase matching finds a phrase inside an identifier but not inside a word of prose", () => {
    assert.deepEqual(concepts("passengers' compassion"), ["amount"]);
    assert.deepEqual(named("txtpassword"), ["password"]);
    assert.deepEqual(named("frmemail"), ["email"]);
});

test("a short word at the end of another one in an identifier needs a known word or prefix before it", () => {
    for (const word of ["supportUser", "passport", "candidate", "capacity"]) {
        assert.ok(!named(word).some((concept) => ["machine", "birth", "address"].includes(concept)), word);
    }
    assert.deepEqual(named("smtpport"), ["machine"]);
    assert.deepEqual(named("txtcity"), ["address"]);
    assert.deepEqual(named("txtuser"), ["username"]);
    assert.deepEqual(named("custname"), ["personName"]);
});

test("words of other languages do not count as English company numbers", () => {
    assert.ok(!concepts("Gib ein Wort ein").includes("nationalId"));
    assert.ok(concepts("NIF / NIE").includes("nationalId"));
});

test("digits next to a phrase are not part of it", () => {
    assert.ok(!concepts("16-digit number").includes("code"));
    assert.ok(concepts("6-digit code").includes("code"));
});

const labels = /** @type {const} */ ([
    ["en", "Username", "username"],
    ["en", "Verification code", "code"],
    ["en", "Promo code", "coupon"],
    ["de", "Benutzername", "username"],
    ["de", "Passwort", "password"],
    ["de", "Gutscheincode", "coupon"],
    ["fr", "Identifiant", "username"],
    ["fr", "Mot de passe", "password"],
    ["fr", "Adresse e-mail", "email"],
    ["es", "Contraseña", "password"],
    ["es", "Correo electrónico", "email"],
    ["es", "Código de verificación", "code"],
    ["pt", "Senha", "password"],
    ["pt", "Nome de usuário", "username"],
    ["it", "Nome utente", "username"],
    ["it", "Codice di verifica", "code"],
    ["nl", "Wachtwoord", "password"],
    ["nl", "Gebruikersnaam", "username"],
    ["pl", "Hasło", "password"],
    ["pl", "Kod weryfikacyjny", "code"],
    ["ru", "Пароль", "password"],
    ["ru", "Электронная почта", "email"],
    ["tr", "Şifre", "password"],
    ["tr", "Kullanıcı adı", "username"],
    ["ja", "パスワード", "password"],
    ["ja", "認証コード", "code"],
    ["zh", "用户名", "username"],
    ["zh", "密碼", "password"],
    ["ko", "비밀번호", "password"],
    ["ko", "인증번호", "code"],
    ["ar", "كلمة المرور", "password"],
    ["th", "รหัสผ่าน", "password"],
]);

for (const [language, label, concept] of labels) {
    test(`recognises the ${language} label ${label} as ${concept}`, () => assert.ok(concepts(label).includes(concept)));
}

test("every phrase of the tables is found, also with joined words and after a sign", () => {
    const sets = /** @type {const} */ ([[fieldPhrases, [...credentialConcepts, ...otherConcepts]], [formPhrases, formConcepts]]);
    for (const [phrases, wanted] of sets) {
        for (const [language, words] of languages) {
            for (const concept of wanted) {
                for (const phrase of (words[concept] ?? "").split("|").map(normalise).filter((each) => each !== "")) {
                    for (const text of [phrase, phrase.replaceAll(" ", "")]) {
                        const hits = phrases.find(text);
                        const isFound = hits.some((hit) => hit.phrase === text && hit.concept === concept);
                        assert.ok(isFound, `${language}: ${concept}: ${text} is ${JSON.stringify(hits)}`);
                    }
                }
            }
        }
    }
});

test("buttons and links state what a form does", () => {
    assert.deepEqual(formPhrases.find(normalise("Forgot your password?")).map((hit) => hit.concept), ["forgot"]);
    assert.ok(formPhrases.find(normalise("S’inscrire")).some((hit) => hit.concept === "signUp"));
    assert.ok(formPhrases.find(normalise("Войти")).some((hit) => hit.concept === "login"));
});

test("tables contain known concepts only", () => {
    const known =
        /** @type {ReadonlySet<string>} */ (new Set([...credentialConcepts, ...otherConcepts, ...formConcepts]));
    for (const [language, words] of languages) {
        for (const concept of Object.keys(words)) assert.ok(known.has(concept), `${language}: ${concept}`);
    }
});

test("every language has the phrases of a login", () => {
    for (const [language, words] of languages) {
        for (const concept of ["email", "username", "password", "newPassword", "code", "login", "signUp", "forgot"]) {
            assert.ok((words[concept] ?? "") !== "", `${language}: ${concept}`);
        }
    }
});

test("no rule reads the answer key or all attributes of a field", () => {
    const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../../src/forms");
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const text = readFileSync(resolve(file.parentPath, file.name), "utf8");
        for (
            const way of [
                "data-manual",
                "manualScoring",
                ".attributes",
                "getAttributeNames",
                "dataset",
                "outerHTML",
                "innerHTML",
            ]
        ) {
            assert.ok(!text.includes(way), `${file.name} has ${way}`);
        }
    }
});
