import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";

const folder = preparedFolder();
let service: RunningService;

beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

describe("a large import", () => {
  it("goes through object storage in parts and leaves none behind", async () => {
    const objects = Array.from({ length: 12_000 }, (_, n) => ({
      type: "report",
      id: `report--40000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      name: `Large import, report number ${n}`,
      description: `word${n} `.repeat(90),
    }));
    const response = await fetch(`${service.url}/api/pipeline/import/stix`, {
      method: "POST",
      body: JSON.stringify({ type: "bundle", objects }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ items_created: 12_000, errors: [] });
  });

  it("beyond the limit is refused", async () => {
    const small = preparedFolder();
    const limited = await startService(small.path, { MAX_IMPORT_BYTES: "1000" });
    const response = await fetch(`${limited.url}/api/pipeline/import/stix`, {
      method: "POST",
      body: JSON.stringify({ type: "bundle", objects: [], x: "x".repeat(2000) }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "body_too_large" });
    await limited.stop();
    small.remove();
  });
});
