/** Runs one headless browser with a fresh profile. */
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

const chromiums = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "brave-browser",
    "microsoft-edge",
];

const firefoxes = ["firefox-esr", "firefox", "librewolf"];

/** The browsers that can score pages. */
export const browsers = {
    chromium: {
        title: "Chromium",
        variable: "LATCHKEY_CHROMIUM",
        find: () => find("LATCHKEY_CHROMIUM", chromiums),
        open: openChromium,
    },
    firefox: {
        title: "Firefox",
        variable: "LATCHKEY_FIREFOX",
        find: () => find("LATCHKEY_FIREFOX", firefoxes),
        open: openFirefox,
    },
};

/**
 * Path of the browser: the one that the variable names, or else the first of these names on the path. `null` if none
 * exists.
 * @param {string} variable
 * @param {readonly string[]} names
 * @returns {string | null}
 */
function find(variable, names) {
    const chosen = process.env[variable];
    if (chosen !== undefined && chosen !== "") return isExecutable(chosen) ? chosen : null;
    const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"];
    for (const name of names) {
        for (const folder of folders) {
            if (folder !== "" && isExecutable(join(folder, name))) return join(folder, name);
        }
    }
    return null;
}

/** @param {string} path */
function isExecutable(path) {
    try {
        accessSync(path, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

/**
 * A running browser. `ended` resolves with the end of its standard error when it exits early.
 * @typedef {object} Opened
 * @property {Promise<string>} ended
 * @property {() => Promise<void>} close
 */

/**
 * Opens an address in a fresh headless Chromium.
 * @param {string} executable
 * @param {string} address
 * @returns {Opened}
 */
function openChromium(executable, address) {
    return run(executable, (profile) => [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-extensions",
        "--disable-background-networking",
        "--disable-sync",
        "--disable-component-update",
        "--mute-audio",
        "--window-size=1280,900",
        `--user-data-dir=${profile}`,
        address,
    ]);
}

/**
 * Opens an address in a fresh headless Firefox.
 * @param {string} executable
 * @param {string} address
 * @returns {Opened}
 */
function openFirefox(executable, address) {
    return run(executable, (profile) => [
        "--headless",
        "--no-remote",
        "--window-size=1280,900",
        "--profile",
        profile,
        address,
    ]);
}

/**
 * @param {string} executable
 * @param {(profile: string) => string[]} argumentsFor
 * @returns {Opened}
 */
function run(executable, argumentsFor) {
    const profile = mkdtempSync(join(tmpdir(), "latchkey-score-"));
    const browser = spawn(executable, argumentsFor(profile), { stdio: ["ignore", "ignore", "pipe"], detached: true });
    let words = "";
    browser.stderr.setEncoding("utf8");
    browser.stderr.on("data", (/** @type {string} */ text) => words = (words + text).slice(-2000));
    /** @type {Promise<string>} */
    const ended = new Promise((resolve) => {
        browser.on("error", (error) => resolve(error.message));
        browser.on("exit", () => resolve(words));
    });
    const close = async () => {
        endGroup(browser.pid, "SIGTERM");
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))]);
        endGroup(browser.pid, "SIGKILL");
        rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    };
    return { ended, close };
}

/**
 * Kills the browser and its child processes, which share its process group.
 * @param {number | undefined} pid
 * @param {"SIGTERM" | "SIGKILL"} signal
 */
function endGroup(pid, signal) {
    if (pid === undefined) return;
    try {
        process.kill(-pid, signal);
    } catch {
        // It has already ended.
    }
}
