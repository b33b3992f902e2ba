import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createExtractionService } from "./extraction-service.ts";

/** Serves the extraction service on a Unix socket. */
export async function startReaders({
  socketPath,
}: {
  socketPath: string;
}): Promise<{ close(): Promise<void> }> {
  const service = createExtractionService();
  const server = createServer((incoming, outgoing) => {
    const headers = incoming.headers as Record<string, string>;
    const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    const request = new Request("http://readers/", {
      ...{ method: "POST", headers, body },
      ...{ duplex: "half" },
    });
    void service.fetch(request).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return {
    close: async () => {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}
