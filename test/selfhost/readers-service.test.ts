import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import { type OpenReaders, openReaders, serviceOn } from "../support/node/reader-client.ts";

const SENT = { key: "k", filename: null };

let opened: OpenReaders;
beforeAll(async () => {
  opened = await openReaders({ places: 1 });
});
afterAll(() => opened.close());

describe("the readers' socket", () => {
  it("is for our own user alone", () => {
    expect(statSync(opened.socketPath).mode & 0o777).toBe(0o600);
  });

  it("refuses what is no task", async () => {
    const service = serviceOn(opened.socketPath);
    const caller = { "x-caller": "somebody" };
    for (const [path, init] of [
      ["unknown", { method: "POST", headers: caller }],
      ["document", { method: "POST" }],
      ["document", { headers: caller }],
    ] as const) {
      expect((await service.fetch(`http://readers.internal/${path}`, init)).status).toBe(400);
    }
  });

  it("sends an answer whole, though its lines be of many megabytes", async () => {
    const note = { name: "x".repeat(4e6), description: "y".repeat(3e6) };
    const objects = Array.from({ length: 6 }, (_, n) => ({
      type: "report",
      id: `report--${n}`,
      published: "2026-01-01T00:00:00Z",
      ...note,
    }));
    const bytes = new TextEncoder().encode(JSON.stringify({ type: "bundle", objects }));
    async function* open() {
      yield bytes;
    }
    let count = 0;
    for await (const _ of opened.readers.stix("somebody", open, new KnownNames([]), SENT)) {
      count += 1;
      // Whoever asks is slower than the reader, which then waits.
      await sleep(200);
    }
    expect(count).toBe(6);
  });

  it("answers a request whose first line is no JSON with a reason", async () => {
    const init = { method: "POST", headers: { "x-caller": "a" }, body: "{\n" };
    const service = serviceOn(opened.socketPath);
    const body = new Response(init.body).body;
    const answer = await service.fetch("http://readers.internal/html", { ...init, body });
    expect(await answer.text()).toContain('"code":"document_unreadable"');
  });
});
