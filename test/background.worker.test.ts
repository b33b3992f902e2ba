import { beforeAll, expect, it } from "vitest";
import { tick } from "../src/background.ts";
import { enqueueRun } from "../src/pipeline/collection/enqueue-run.ts";
import { requestJson, testServices } from "./support/service.ts";
import { markReady } from "./support/ready.ts";

beforeAll(markReady);

it("a room that fails does not stop the housekeeping of the others", async () => {
  const sent: unknown[] = [];
  const log: unknown[] = [];
  const services = testServices({
    log: (...line) => log.push(line),
    sendMessage: async (message) => void sent.push(message),
  });
  const { body: source } = await requestJson<{ id: string }>("/api/pipeline/sources", {
    method: "POST",
    body: JSON.stringify({ url: "https://feed.unit.invalid/rss", enabled: false }),
  });
  const found = await services.collection.find(source.id);
  if (found === null) throw new Error("no source");
  const id = await enqueueRun(services, found, "local", "manual");
  sent.length = 0;
  const fault = new Error("unreadable");
  const broken = { listFailedBefore: () => Promise.reject(fault) } as never;
  await expect(tick({ ...services, failedSessions: broken }, "0 3 * * *")).rejects.toBe(fault);
  expect(log).toContainEqual(["error", "housekeeping.failed", expect.anything()]);
  expect(JSON.stringify(sent)).toContain(id);
});
