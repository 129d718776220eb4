// What a page does to take passkeys, with nothing but what every browser has.

const state = document.querySelector("#passkey-state");

async function ask(path, body = {}) {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
}

function say(sentence) {
    if (state !== null) state.textContent = sentence;
}

// Signing in

/** @param {CredentialRequestOptions} how */
async function signIn(how) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask("/passkey/request"));
    const credential = await navigator.credentials.get({ ...how, publicKey });
    const answer = await ask("/passkey/sign-in", credential.toJSON());
    if (answer.unknown) {
        // So that the passkey is not offered again.
        await PublicKeyCredential.signalUnknownCredential({ rpId: "localhost", credentialId: credential.id });
        return say("This site does not know that passkey any more.");
    }
    location.href = "/welcome";
}

let waiting = new AbortController();

/** Waits for a passkey that is picked at the field. */
async function waitAtField() {
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) {
        await signIn({ mediation: "conditional", signal: waiting.signal });
    }
}

// Making one

/** @param {CredentialCreationOptions} how */
async function create(how) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask("/passkey/creation"));
    const credential = await navigator.credentials.create({ ...how, publicKey });
    await ask("/passkey/create", { answer: credential.toJSON(), isConditional: how.mediation === "conditional" });
    say("Your account has a passkey now.");
}

/** After a sign-in with a password: the browser makes a passkey by itself, or says nothing. */
async function upgrade() {
    const { count } = await ask("/passkey/count");
    // Nothing that is about to be pressed moves: the page has an empty line for it.
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
    if (error.name !== "AbortError") say(`Not done: ${error.message}`);
};

document.querySelector("#sign-in")?.addEventListener("click", () => {
    waiting.abort();
    waiting = new AbortController();
    signIn({}).catch(complain);
});
document.querySelector("#create")?.addEventListener("click", () => create({}).catch(complain));
document.querySelector("#remove")?.addEventListener("click", () => remove().catch(complain));
if (document.querySelector("[autocomplete~=webauthn]") !== null) waitAtField().catch(complain);
// What is refused in silence is nobody's business.
if (document.querySelector("#create") !== null) upgrade().catch(() => undefined);
