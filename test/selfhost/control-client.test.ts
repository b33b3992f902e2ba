import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ControlClient } from "../../src/selfhost/runtime/control-client.ts";
import { temporaryFolder } from "../support/node/service.ts";

it("asks workerd on a new connection each time, as an idle one may be closed when it is used again", async () => {
  const folder = temporaryFolder();
  const socketPath = join(folder.path, "control.sock");
  let connections = 0;
  const server = createServer((_request, response) => response.end("ok"));
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const control = new ControlClient(socketPath);
  expect(await control.hold(1_000)).toBe(true);
  await control.release();
  expect(connections).toBe(2);
  server.close();
  folder.remove();
});
