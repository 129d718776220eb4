import assert from "node:assert/strict";
import test from "node:test";
import { confirmingWords } from "../../../src/content/fill/outcomeWords.js";

const confirms = new RegExp(confirmingWords, "iu");

for (const text of ["Your password was changed.", "Din personliga kod är bytt.", "Das Passwort wurde geändert.", "Пароль изменён", "パスワードを変更しました"]) {
    test(`"${text}" confirms a change`, () => assert.ok(confirms.test(text)));
}

for (const text of [
    "Hmm.", "Your password was not changed.", "Your password wasn't changed.", "Das Passwort wurde nicht geändert.", "Le mot de passe n’a pas été modifié",
    "Koden har inte bytts.", "Пароль не изменён", "变更不成功", "La contraseña no fue cambiada",
]) {
    test(`"${text}" confirms no change`, () => assert.ok(!confirms.test(text)));
}
