/** Asks a service; returns the text of its answer. @throws Error with what it said when it refuses */
export async function ask(url: string, request: RequestInit = {}): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { headers, ...request });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}: ${text}`);
  return text;
}

/** Sends JSON; returns the parsed answer. @throws Error with what the service said when it refuses */
export async function send(method: "POST" | "PATCH", url: string, body: object) {
  return JSON.parse(await ask(url, { method, body: JSON.stringify(body) }));
}
