// A document's port to the background.

import { runtime } from "../browser.js";
import { Calls } from "./calls.js";

export class Connection extends Calls {
    constructor() {
        super((name) => runtime.connect({ name }));
    }
}
