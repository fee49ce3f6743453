// fault.js: the line for errors, with a button "Try again" if that helps. The page's first script:
// it notices if any later script cannot be loaded or fails.
"use strict";

const fault = {
  // Resolves when the elements of the page are there, before other scripts run.
  page: new Promise(done => document.addEventListener("readystatechange", done, { once: true })),

  over: false,

  // Shows a message, or clears it; `again` is the action of the button.
  show(text, again) {
    if (fault.over) return;
    const line = document.getElementById("error");
    line.textContent = text;
    if (!again) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Try again";
    button.onclick = again;
    line.append(" ", button);
  },

  // The page cannot work after this failure: nothing removes the message.
  async end(text, again = () => location.reload()) {
    await fault.page;
    document.getElementById("work").hidden = true;
    fault.show(text, again);
    fault.over = true;
  },
};

fault.page.then(() => fault.show(""));
window.addEventListener("error", event => {
  const { target } = event, file = target.src || target.href;
  if (target.tagName !== "IMG") fault.end(file ? `${file} could not be loaded.` : event.message);
}, true);
window.addEventListener("unhandledrejection", ({ reason }) => {
  fault.end(String(reason && reason.message || reason));
});
