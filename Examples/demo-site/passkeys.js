// Passkeys on a page, with the browser's API only.

const state = document.querySelector("#passkey-state");

async function ask(path, body = {}) {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
}

function say(sentence) {
    if (state !== null) state.textContent = sentence;
}

// Authentication

/** @param {CredentialRequestOptions} how */
async function signIn(how) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask("/passkey/request"));
    const credential = await navigator.credentials.get({ ...how, publicKey });
    const answer = await ask("/passkey/sign-in", credential.toJSON());
    if (answer.unknown) {
        // The passkey manager should not offer this passkey again.
        await PublicKeyCredential.signalUnknownCredential({ rpId: "localhost", credentialId: credential.id });
        return say("This site no longer knows this passkey.");
    }
    location.href = "/welcome";
}

let waiting = new AbortController();

/** Waits until the user picks a passkey in the field's list. */
async function waitAtField() {
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) {
        await signIn({ mediation: "conditional", signal: waiting.signal });
    }
}

// Registration

/** @param {CredentialCreationOptions} how */
async function create(how) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask("/passkey/creation"));
    const credential = await navigator.credentials.create({ ...how, publicKey });
    await ask("/passkey/create", { answer: credential.toJSON(), isConditional: how.mediation === "conditional" });
    say("Your account has a passkey now.");
}

/** Creates a passkey automatically after a sign-in with a password, if the browser supports it. */
async function upgrade() {
    const { count } = await ask("/passkey/count");
    // The page has an empty line for this text, so that the buttons do not move.
    say(count > 0 ? "Your account has a passkey." : "Your account has no passkey.");
    if (count > 0) return;
    const capabilities = await PublicKeyCredential.getClientCapabilities?.();
    if (capabilities?.conditionalCreate) await create({ mediation: "conditional" });
}

async function remove() {
    await PublicKeyCredential.signalAllAcceptedCredentials(await ask("/passkey/remove"));
    say("Your account has no passkey any more.");
}

const complain = (error) => {
    if (error.name !== "AbortError") say(`Error: ${error.message}`);
};

document.querySelector("#sign-in")?.addEventListener("click", () => {
    waiting.abort();
    waiting = new AbortController();
    signIn({}).catch(complain);
});
document.querySelector("#create")?.addEventListener("click", () => create({}).catch(complain));
document.querySelector("#remove")?.addEventListener("click", () => remove().catch(complain));
if (document.querySelector("[autocomplete~=webauthn]") !== null) waitAtField().catch(complain);
// A conditional creation may be refused without telling the user.
if (document.querySelector("#create") !== null) upgrade().catch(() => undefined);
