import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ControlClient } from "../../src/selfhost/runtime/control-client.ts";
import { preparedFolder, startService } from "../support/node/service.ts";

const folder = preparedFolder();
afterAll(() => folder.remove());

it("is held by one at a time, whose release alone ends it, and no longer than was asked for", async () => {
  const service = await startService(folder.path);
  const socket = join(folder.path, "run", "control.sock");
  const [one, other] = [new ControlClient(socket), new ControlClient(socket)];
  expect(await one.hold(60_000)).toBe(true);
  const waiting = fetch(`${service.url}/api/analyze/sessions`);
  expect(await other.hold(60_000)).toBe(false);
  await other.release();
  expect(await other.hold(60_000)).toBe(false);
  await one.release();
  expect((await waiting).status).toBe(200);
  // As of a program that is killed before it releases it.
  expect(await other.hold(100)).toBe(true);
  expect((await fetch(`${service.url}/api/analyze/sessions`)).status).toBe(200);
  await service.stop();
});
