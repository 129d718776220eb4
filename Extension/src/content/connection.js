// A document's port to the background, of which there is one, whoever speaks.

import { runtime } from "../browser.js";
import { BackgroundCalls } from "./backgroundCalls.js";

export class Connection extends BackgroundCalls {
    constructor() {
        super((name) => runtime.connect({ name }));
    }
}

export const connection = new Connection();
