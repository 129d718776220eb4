// A document's port to the background, of which there is one, whoever speaks.

import { runtime } from "../browser.js";
import { Calls } from "./backgroundCalls.js";

export class Connection extends Calls {
    constructor() {
        super((name) => runtime.connect({ name }));
    }
}

export const connection = new Connection();
