/** Serves the labelled pages, the classifier and the scoring page to this computer only. */
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";

/** Policy of the saved pages: no scripts and no loading, only their own markup and inline styles. */
const quiet = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'self' data:; " +
    "form-action 'none'; base-uri 'none'";

/** @type {Record<string, string>} */
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html; charset=utf-8" };

/**
 * @param {{extension: string, pages: readonly string[], job: unknown}} options
 *   the extension's folder, the pages' paths, and the options of the scoring page
 * @returns {Promise<{address: string, result: Promise<unknown>, close: () => void}>}
 */
export async function serve({ extension, pages, job }) {
    /** @type {(value: unknown) => void} */
    let give = () => {};
    const result = new Promise((resolve) => give = resolve);
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        if (request.method === "POST" && pathname === "/result") {
            receive(request, give);
            response.writeHead(204).end();
            return;
        }
        try {
            const { type, body, policy } = answer(pathname, extension, pages, job);
            response.writeHead(200, {
                "content-type": type,
                "cache-control": "no-store",
                ...(policy === null ? {} : { "content-security-policy": policy }),
            }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
    const place = server.address();
    if (place === null || typeof place === "string") throw new Error("no port");
    return {
        address: `http://127.0.0.1:${place.port}/test/score/page.html`,
        result,
        close: () => {
            server.closeAllConnections?.();
            server.close();
        },
    };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {(value: unknown) => void} give
 */
function receive(request, give) {
    /** @type {Uint8Array[]} */
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => give(JSON.parse(Buffer.concat(parts).toString("utf8"))));
}

/**
 * @param {string} pathname
 * @param {string} extension
 * @param {readonly string[]} pages
 * @param {unknown} job
 * @returns {{type: string, body: string | Uint8Array, policy: string | null}}
 */
function answer(pathname, extension, pages, job) {
    if (pathname === "/job") return { type: "application/json", body: JSON.stringify(job), policy: null };
    // Pages are addressed by number, because a rule could otherwise read the answer from the file name.
    const page = /^\/page\/(\d+)$/.exec(pathname);
    if (page !== null) {
        const body = readFileSync(pages[Number(page[1])] ?? "");
        return { type: isUtf8(body) ? "text/html; charset=utf-8" : "text/html", body, policy: quiet };
    }
    const path = normalize(join(extension, decodeURIComponent(pathname)));
    if (!path.startsWith(resolve(extension) + sep)) throw new Error("outside");
    return { type: types[extname(path)] ?? "text/plain", body: readFileSync(path), policy: null };
}

/** @param {Uint8Array} bytes */
function isUtf8(bytes) {
    try {
        new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        return true;
    } catch {
        return false;
    }
}
