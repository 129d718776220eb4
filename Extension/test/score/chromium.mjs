/** Runs one headless Chromium with a profile of its own, and ends it. */
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

const names = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "brave-browser",
    "microsoft-edge",
];

/**
 * The browser to use: `LATCHKEY_CHROMIUM`, else the first one on the path.
 * @returns {string | null}
 */
export function findChromium() {
    const chosen = process.env["LATCHKEY_CHROMIUM"];
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
 * Opens an address in a fresh headless browser.
 * @param {string} executable
 * @param {string} address
 * @returns {{ended: Promise<string>, close: () => Promise<void>}}
 *   `ended` gives the last words of a browser that ended by itself
 */
export function openChromium(executable, address) {
    const profile = mkdtempSync(join(tmpdir(), "latchkey-score-"));
    const browser = spawn(executable, [
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
    ], { stdio: ["ignore", "ignore", "pipe"], detached: true });
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
 * Ends the browser and the processes that it started, which share its group.
 * @param {number | undefined} pid
 * @param {"SIGTERM" | "SIGKILL"} signal
 */
function endGroup(pid, signal) {
    if (pid === undefined) return;
    try {
        process.kill(-pid, signal);
    } catch {
        // It is gone already.
    }
}
