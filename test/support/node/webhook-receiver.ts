import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as it came. */
export interface ReceivedMessage {
  path: string;
  id: string;
  timestamp: string;
  signatures: string[];
  text: string;
  body: { type: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

/** A receiver of webhooks on loopback, which notes each request before it answers. */
export class WebhookReceiver {
  readonly received: ReceivedMessage[] = [];
  answer: Answer = (response) => void response.writeHead(204).end();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const header = (name: string) => String(request.headers[`webhook-${name}`] ?? "");
    const message = {
      path: request.url ?? "",
      id: header("id"),
      timestamp: header("timestamp"),
      signatures: header("signature").split(" "),
      text,
      body: JSON.parse(text) as ReceivedMessage["body"],
    };
    this.received.push(message);
    this.answer(response, message);
  }
}

/** The signature of a message, as Standard Webhooks 1.0.0 defines it. */
export function signatureOf({ id, timestamp, text }: ReceivedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  return `v1,${mac}`;
}
