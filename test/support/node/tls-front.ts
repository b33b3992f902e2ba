import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";

const FOLDER = join(import.meta.dirname, "..", "..", "fixtures", "tls");
/** Trusted by whoever is given it as NODE_EXTRA_CA_CERTS; it is for `*.outside.example`. */
export const TEST_CERTIFICATE = join(FOLDER, "certificate.pem");

/** Speaks TLS before a server on loopback that does not. */
export async function startTlsFront(port: number): Promise<{ port: number; close(): void }> {
  const key = readFileSync(join(FOLDER, "key.pem"));
  const server = createServer({ key, cert: readFileSync(TEST_CERTIFICATE) }, (socket) => {
    const behind = connect(port, "127.0.0.1");
    socket.on("error", () => behind.destroy());
    behind.on("error", () => socket.destroy());
    socket.on("close", () => behind.destroy());
    behind.on("close", () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
