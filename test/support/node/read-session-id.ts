/** Reads a stream of an analysis up to the session's id, which comments may precede; returns it. The stream stays open. */
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
