// For Firefox, whose driver opens no page of an extension: opens one when a test says so, by way of the speaker.
browser.runtime.onMessage.addListener((message) => {
    if (message?.open) browser.windows.create({ url: message.open, type: "popup", width: 360, height: 600 });
});
