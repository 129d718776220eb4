import assert from "node:assert/strict";
import test from "node:test";
import { takeFirst } from "../../../src/popup/popupKeys.js";

/** A list in which a pending search may show a row. */
function makeList() {
    /** @type {string[]} */
    const pressed = [];
    const state = { row: /** @type {string | undefined} */ (undefined), finish: () => {} };
    const searched = new Promise((/** @type {(value?: undefined) => void} */ resolve) => void (state.finish = () => resolve()));
    const first = () => {
        const { row } = state;
        return row === undefined ? null : { click: () => void pressed.push(row) };
    };
    return { pressed, state, first, searched };
}

test("Enter picks an existing row at once", () => {
    const { pressed, state, first, searched } = makeList();
    state.row = "ada";
    void takeFirst({ value: "a", isConnected: true }, first, searched);
    assert.deepEqual(pressed, ["ada"]);
});

test("Enter waits for a pending search and picks no row if it finds none", async () => {
    for (const row of ["otto", undefined]) {
        const { pressed, state, first, searched } = makeList();
        const taking = takeFirst({ value: "o", isConnected: true }, first, searched);
        assert.deepEqual(pressed, []);
        state.row = row;
        state.finish();
        await taking;
        assert.deepEqual(pressed, row === undefined ? [] : [row]);
    }
});

test("Enter picks no row after the search text changed", async () => {
    const { pressed, state, first, searched } = makeList();
    const field = { value: "o", isConnected: true };
    const taking = takeFirst(field, first, searched);
    field.value = "ol";
    state.row = "olga";
    state.finish();
    await taking;
    assert.deepEqual(pressed, []);
});
