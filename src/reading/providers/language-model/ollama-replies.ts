import { z } from "zod";

/** One line of an answer. The last one is `done` and has the counts. */
const replySchema = z.object({
  message: z.object({ content: z.string().optional() }).optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
  /** A fault after the answer started. */
  error: z.string().optional(),
});
export type OllamaReply = z.output<typeof replySchema>;

/** Parses the lines of an Ollama answer as they arrive. @throws Error with the message of a reported fault */
export async function* readReplies(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<OllamaReply> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield parseReply(line);
  }
  if (rest.trim() !== "") yield parseReply(rest);
}

function parseReply(line: string): OllamaReply {
  const reply = replySchema.parse(JSON.parse(line));
  if (reply.error !== undefined) throw new Error(reply.error);
  return reply;
}
