import { chmodSync, rmSync } from "node:fs";
import type { Server } from "node:http";

/**
 * Makes a server listen on a Unix socket that only our user can open. Its connections belong to one client,
 * which reuses them. Neither they nor the server prevent our own process from exiting.
 */
export async function listenPrivately(server: Server, socketPath: string): Promise<void> {
  // A body may wait for its turn.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => socket.unref());
  rmSync(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, resolve);
  });
  chmodSync(socketPath, 0o600);
  server.unref();
}

/** Closes a server and its connections, and removes its socket. */
export async function closePrivately(server: Server, socketPath: string): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  rmSync(socketPath, { force: true });
}
