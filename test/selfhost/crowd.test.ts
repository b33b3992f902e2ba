import { afterAll, beforeAll, expect, it } from "vitest";
import { openClients } from "../../scripts/torture/clients.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
} from "../support/node/service.ts";

let folder: ReturnType<typeof preparedFolder>;
let service: RunningService;

beforeAll(async () => {
  folder = preparedFolder();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

it("answers others beside 500 streams, 200 slow and 200 half-open clients", async () => {
  const clients = openClients(service.url);
  try {
    const { status } = await analyse(service.url, { text: "APT29 used T1059.001 here." });
    expect(status).toBe(200);
    await clients.streaming;
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${service.url}/api/layers`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  } finally {
    clients.close();
  }
});
