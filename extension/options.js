const form = document.querySelector("form");
const status = document.querySelector("[role=status]");

chrome.storage.local.get({ service: "", token: "" }).then(({ service, token }) => {
  form.elements.service.value = service;
  form.elements.token.value = token;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void save();
});

async function save() {
  const service = new URL(form.elements.service.value).origin;
  const token = form.elements.token.value.trim();
  // The browser asks the user; without it no request reaches the service.
  const isAllowed = await chrome.permissions.request({ origins: [`${service}/*`] });
  if (isAllowed) await chrome.storage.local.set({ service, token });
  status.textContent = isAllowed
    ? `Saved. The button sends pages to ${service}.`
    : `Not saved: the browser does not let the extension reach ${service}.`;
}
