// A plain page with what sheetWindow.js does in the extension, so that a test can be the background.

import { parseDifference, parseFrame, parseSheet } from "/src/sheet/parsing.js";
import { createSheetView } from "/src/sheet/sheetView.js";

const strings = await (await fetch("/_locales/en/messages.json")).json();

function text(key, ...values) {
    const { message } = strings[key];
    return message.replace(/\$([1-9])/g, (_, number) => values[Number(number) - 1] ?? "");
}

const root = document.getElementById("sheet");
let view = null;
window.sent = [];
/** What a test's provider answers; it gets the event and gives a difference, or nothing. */
window.provider = null;

window.openSheet = ({ frame, sheet }) => {
    view?.close();
    window.sent = [];
    view = createSheetView(root, {
        frame: parseFrame(frame), sheet: parseSheet(sheet), text,
        send: (event) => {
            window.sent.push(JSON.parse(JSON.stringify(event)));
            const difference = window.provider?.(event);
            if (difference) setTimeout(() => window.change(difference));
        },
    });
};
window.change = (difference) => view.apply(parseDifference(difference));
window.closeSheet = () => view.close();
window.isReady = true;
