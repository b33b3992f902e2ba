/** Sends the page of a tab to the service, when the button is pressed and never else. */
chrome.action.onClicked.addListener(async (tab) => {
  const { service, token } = await chrome.storage.local.get({ service: "", token: "" });
  if (service === "") {
    await chrome.runtime.openOptionsPage();
    return;
  }
  await say(tab.id, "…", "Sending the page");
  try {
    const page = await readPage(tab.id);
    const { outcome } = await send(service, token, page);
    await say(tab.id, "✓", OUTCOMES[outcome] ?? "Sent");
  } catch (error) {
    await say(tab.id, "!", error instanceof Error ? error.message : String(error));
  }
});

const OUTCOMES = {
  created: "Added to the intake",
  completed: "The intake has the whole text of this report now",
  known: "The intake has this report already",
};

/** The page as the browser has it, after its scripts ran. */
async function readPage(tabId) {
  const [{ result }] = await chrome.scripting.executeScript({
    target: { tabId },
    func: () => ({ url: location.href, html: document.documentElement.outerHTML }),
  });
  return result;
}

/** @throws Error with the service's own sentence */
async function send(service, token, page) {
  const response = await fetch(new URL("/api/pipeline/intake/capture", service), {
    method: "POST",
    // The token says who sends it; a cookie of the service is not needed.
    credentials: token === "" ? "include" : "omit",
    headers: {
      "Content-Type": "application/json",
      ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(page),
  }).catch(() => {
    throw new Error(`${service} cannot be reached. Check the address in the options.`);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Error(answer.detail ?? `The service answered ${response.status}.`);
}

/** What the button shows, and says when the mouse is over it. */
async function say(tabId, text, title) {
  await chrome.action.setBadgeText({ tabId, text });
  await chrome.action.setTitle({ tabId, title });
}
