document.querySelector("button").addEventListener("click", () => window.close());
