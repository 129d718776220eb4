// The settings page. A switch requests its permission when it is enabled, and removes it when it is disabled.

import { commands, isFirefox, language, message, permissions, privacy, runtime } from "../browser.js";
import { neverPasskeys, neverSaved } from "../background/excludedHosts.js";
import { httpAuthPermissions } from "../background/optionalPermissions.js";
import { Failure } from "../messages/failure.js";
import { commandIn, reasonText } from "../messages/reasons.js";
import { BackgroundPort } from "../popup/backgroundPort.js";
import { foreign, make } from "../sheet/dom.js";

const background = new BackgroundPort();
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
document.title = message("options_title");
draw();

async function draw() {
    const [state, ...sections] = await Promise.all([
        connection(), features(),
        excluded("never", neverSaved, message("options_never"), message("options_never_note")),
        excluded("passkeys", neverPasskeys, message("options_passkeys"), message("options_passkeys_note")),
        shortcuts(),
    ]);
    main.replaceChildren(top(), ...state, ...sheetMark(), ...sections.flat(), ...privateWindows());
}

function top() {
    const words = make("div", {}, make("h1", {}, message("extension_name")), make("p", {}, message("extension_description")));
    return make("div", { class: "top" }, make("img", { src: runtime.getURL("icons/latchkey-128.png"), alt: "" }), words);
}

/** The connection: the versions of extension and agent, or why there is no connection. */
async function connection() {
    const version = runtime.getManifest().version;
    try {
        const { productVersion } = await background.call("status");
        const words = make("span", { class: "words" }, make("span", { class: "dot good" }), message("options_connected"));
        const versions = make("span", { class: "value" }, message("options_versions", version, String(productVersion)));
        return section(message("options_connection"), [make("div", { class: "line" }, words, versions)], "");
    } catch (thrown) {
        const lines = notConnected(Failure.from(thrown));
        return section(message("options_connection"), lines, message("options_version", version));
    }
}

/** @param {Failure} failure */
function notConnected(failure) {
    const why = reasonText(failure) === "popup_failed" ? failure.message : message(reasonText(failure));
    const again = make("button", { class: "button", type: "button", id: "again" }, message("popup_try_again"));
    again.addEventListener("click", async () => {
        await draw();
        live.textContent = document.querySelector("#again") ? message("options_not_connected") : message("options_connected");
        /** @type {HTMLElement | null} */ (document.querySelector("#again"))?.focus();
    });
    const words = make("span", { class: "words" }, make("span", { class: "dot" }), message("options_not_connected"),
        make("span", { class: "under" }, why));
    const command = commandIn(failure.hint);
    const lines = [make("div", { class: "line" }, words, again)];
    if (command !== undefined) {
        lines.push(make("div", { class: "line" }, make("span", { class: "words" }, message("popup_hint")), make("code", {}, command)));
    } else if (failure.hint !== undefined) {
        lines.push(make("div", { class: "line" }, make("span", { class: "words" }, failure.hint)));
    }
    return lines;
}

/** Explains the windows' colour and word, which the agent stores and a command changes. */
function sheetMark() {
    const words = make("span", { class: "words" }, message("options_mark_text"));
    const how = make("span", { class: "words" }, message("options_mark_how"));
    return section(message("options_mark"), [
        make("div", { class: "line" }, words),
        make("div", { class: "line" }, how, make("code", {}, "latchkey settings sheet-mark")),
    ], "");
}

async function features() {
    const lines = [await passwordSaving(), await httpAuthentication()];
    return section(message("options_features"), lines, message("options_features_note"));
}

/** The browser's own password manager, which would also ask. */
async function passwordSaving() {
    const isGranted = await permissions.contains({ permissions: ["privacy"] });
    const setting = isGranted ? privacy()?.services.passwordSavingEnabled : undefined;
    const state = await setting?.get({});
    const isOff = state?.value === false;
    const isOurs = state === undefined || !state.levelOfControl.startsWith("not_") && state.levelOfControl !== "controlled_by_other_extensions";
    return toggle("privacy", message("options_own"), message(isOurs ? "options_own_text" : "options_own_foreign"), isOff, async (isOn) => {
        if (!isOn) {
            await privacy()?.services.passwordSavingEnabled.clear({});
            await permissions.remove({ permissions: ["privacy"] });
            return;
        }
        // Request at once: only the press allows it. The background changes the setting too, in case this page closes.
        if (!await permissions.request({ permissions: ["privacy"] })) return;
        await privacy()?.services.passwordSavingEnabled.set({ value: false });
    });
}

async function httpAuthentication() {
    const isOn = await permissions.contains(httpAuthPermissions);
    // Chromium delivers requests only to an extension that had the permission when it was loaded.
    const text = isFirefox ? message("options_auth_text") : `${message("options_auth_text")} ${message("options_auth_restart")}`;
    return toggle("httpAuth", message("options_auth"), text, isOn, async (wanted) => {
        await (wanted ? permissions.request(httpAuthPermissions) : permissions.remove(httpAuthPermissions));
    });
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => Promise<void>} change
 */
function toggle(id, title, text, isOn, change) {
    const input = make("input", { type: "checkbox", role: "switch", class: "switch", id, "aria-describedby": `${id}-text` });
    input.checked = isOn;
    input.addEventListener("change", () => {
        change(input.checked).catch(() => undefined).then(draw).then(() => document.getElementById(id)?.focus());
    });
    const words = make("span", { class: "words" }, make("label", { for: id }, title), make("span", { class: "under", id: `${id}-text` }, text));
    return make("div", { class: "line" }, words, input);
}

/**
 * A list of excluded sites, each with a button that removes it.
 *
 * @param {string} name of the list
 * @param {typeof neverSaved} hosts
 * @param {string} title
 * @param {string} note
 */
async function excluded(name, hosts, title, note) {
    const lines = (await hosts.all()).map((host) => {
        const remove = make("button", { class: "button", type: "button", "aria-label": message("options_never_remove_of", host) }, message("options_never_remove"));
        remove.addEventListener("click", async () => {
            await hosts.remove(host);
            await draw();
            live.textContent = message("options_never_removed", host);
            /** @type {HTMLElement | null} */ (document.querySelector(`#${name} button, #${name}`))?.focus();
        });
        return make("li", { class: "line" }, make("span", { class: "words" }, foreign(host)), remove);
    });
    const list = lines.length > 0
        ? make("ul", { class: "group", id: name, tabindex: "-1" }, ...lines)
        : make("div", { class: "group", id: name, tabindex: "-1" }, make("div", { class: "line" }, make("span", { class: "value" }, message("options_never_none"))));
    return [make("h2", {}, title), list, make("p", { class: "note" }, note)];
}

async function shortcuts() {
    const all = await commands.getAll();
    const lines = all.map(({ name, description, shortcut }) => {
        const title = description || (name === "_execute_action" ? message("command_list") : name ?? "");
        const keys = shortcut ? make("kbd", {}, shortcut) : make("span", { class: "value" }, message("options_shortcut_none"));
        return make("div", { class: "line" }, make("span", { class: "words" }, title), keys);
    });
    return section(message("options_shortcuts"), lines, message("options_shortcuts_note"));
}

function privateWindows() {
    const words = make("span", { class: "words" }, message("options_private_text"), make("span", { class: "under" }, message("options_private_how")));
    return section(message("options_private"), [make("div", { class: "line" }, words)], "");
}

/**
 * @param {string} title
 * @param {readonly HTMLElement[]} lines
 * @param {string} note
 */
function section(title, lines, note) {
    const nodes = [make("h2", {}, title), make("div", { class: "group" }, ...lines)];
    return note === "" ? nodes : [...nodes, make("p", { class: "note" }, note)];
}
