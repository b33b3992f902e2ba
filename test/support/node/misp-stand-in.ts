import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EVENTS_KEY, MispServer } from "../misp-server.ts";

/** A MISP server on loopback. */
export class MispStandIn extends MispServer {
  readonly #server: Server = createServer(
    (request, response) => void this.#receive(request, response),
  );

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What lets a service send reports here. */
  get settings(): Record<string, string> {
    return {
      MISP_URL: this.origin,
      SERVER_CREDENTIALS: JSON.stringify({ [this.origin]: { key: EVENTS_KEY } }),
    };
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = request;
    const answer = await this.fetch(`${this.origin}${url}`, {
      method,
      headers: { Authorization: headers.authorization ?? "" },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString("utf8") }),
    });
    const type = answer.headers.get("Content-Type") ?? "text/html";
    response.writeHead(answer.status, { "Content-Type": type }).end(await answer.text());
  }
}
