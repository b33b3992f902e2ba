import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A message that a client sent, and what it was answered. */
export interface Recorded {
  headers: Record<string, string>;
  body: unknown;
  status: number;
  answer: unknown;
}

/** What of a request makes a difference. */
const KEPT = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** Forwards the messages of a client, and records them with their answers. */
export class Recorder {
  readonly recorded: Recorded[] = [];
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer((request, response) => {
      const forward = async () => {
        const body = await text(request);
        const headers = Object.fromEntries(
          KEPT.flatMap((name) => {
            const value = request.headers[name];
            return typeof value === "string" ? [[name, value]] : [];
          }),
        );
        const method = request.method ?? "GET";
        const sent = method === "POST" ? { method, headers, body } : { method, headers };
        const answer = await fetch(target, sent);
        const answered = await answer.text();
        if (method === "POST") {
          const { status } = answer;
          this.recorded.push({
            headers,
            body: JSON.parse(body),
            status,
            answer: shorten(lastOf(answered)),
          });
        }
        response.writeHead(answer.status, {
          "Content-Type": answer.headers.get("Content-Type") ?? "text/plain",
        });
        response.end(answered);
      };
      forward().catch(() => response.destroy());
    });
  }

  /** Listens on a free port; returns the address for clients. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The response at the end of an answer, plain or streamed; null for one without a body. */
function lastOf(answer: string): unknown {
  if (answer.trim() === "") return null;
  const lines = answer.split("\n").filter((line) => line.startsWith("data: {"));
  return JSON.parse(lines.at(-1)?.slice("data: ".length) ?? answer);
}

/** Of a list of tools, the names: what they say of themselves changes. */
function shorten(answer: unknown): unknown {
  const { result } = (answer ?? {}) as { result?: { tools?: { name: string }[] } };
  if (result?.tools === undefined) return answer;
  const tools = result.tools.map(({ name }) => ({ name }));
  return { ...(answer as object), result: { ...result, tools } };
}
