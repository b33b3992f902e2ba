import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Answer = (request: Request) => Response | Promise<Response>;

/** Serves requests of the web's form on a free port of this machine. */
export async function serveRequests(answer: Answer): Promise<{ url: string; close: () => void }> {
  const server = createServer(
    (incoming, outgoing) =>
      void forward(answer, incoming, outgoing).catch(() => outgoing.destroy()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}`, close };
}

async function forward(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const body = incoming.method === "POST" ? await text(incoming) : null;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const url = `http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`;
  const request = new Request(url, {
    method: incoming.method ?? "GET",
    headers,
    body,
    signal: gone.signal,
  });
  const response = await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A client may go away in between.
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
