// The document's one connection to the background.

import { runtime } from "../browser.js";
import { BackgroundCalls } from "./backgroundCalls.js";

export class Connection extends BackgroundCalls {
    constructor() {
        super((name) => runtime.connect({ name }));
    }
}

export const connection = new Connection();
