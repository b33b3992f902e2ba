/** A message of a Server-Sent Events stream. */
export interface Message {
  event: string | null;
  id: string | null;
  data: string;
}

/**
 * Yields the messages of a stream as they arrive (HTML Living Standard, 9.2.6, as far as the service uses it).
 * Comments are not messages, but show that the stream is alive.
 */
export async function readMessages(
  stream: ReadableStream<Uint8Array>,
  onMessage: (message: Message) => void,
  onAlive: () => void,
): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive();
    const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const message = toMessage(block);
      if (message !== null) onMessage(message);
    }
  }
}

function toMessage(block: string): Message | null {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*): ?(.*)$/u.exec(line) ?? [];
    if (name !== "") fields.set(name, value);
  }
  const data = fields.get("data");
  if (data === undefined) return null;
  return { event: fields.get("event") ?? null, id: fields.get("id") ?? null, data };
}
