/** Reads the stream of an analysis up to the id of the session, and returns the id. Comments may precede it. */
export async function readSessionId({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done = true } = (await reader?.read()) ?? {};
    if (done) throw new Error(`No session: ${text}`);
    text += decoder.decode(value, { stream: true });
    const [, id] = /"session_id":"([^"]+)"/.exec(text) ?? [];
    if (id !== undefined) return id;
  }
}
