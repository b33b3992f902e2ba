import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { changeSource } from "../../../src/pipeline/collection/change-source.ts";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import type { SourceChange } from "../../../src/pipeline/collection/schema.ts";
import { testServices } from "../../support/service.ts";

const LEARNED = {
  moved_to: "https://moved.example/feed",
  state: { etag: '"7"', last_modified: "Sat, 21 Nov 2026 08:00:00 GMT", body_sha256: "00" },
};
const FORGOTTEN = { moved_to: null, state: null };

let sources = 0;

/** A source that a run left with validators, failures and a due time a day away. */
async function addSource() {
  const services = testServices();
  sources += 1;
  const { id } = await createSource(services, "ann", {
    url: `https://change${sources}.example/feed`,
    kind: "rss",
    enabled: false,
    interval_minutes: 60,
    include: [],
    exclude: [],
    filters: {},
  });
  await env.WORKSPACE_DB.prepare(
    "UPDATE sources SET moved_to = ?, state = ?, last_run_at = ?, next_run_at = ?, consecutive_failures = 3 WHERE id = ?",
  )
    .bind(
      LEARNED.moved_to,
      JSON.stringify(LEARNED.state),
      "2026-11-21T08:00:00.000Z",
      "2026-11-22T08:00:00.000Z",
      id,
    )
    .run();
  const change = async (fields: SourceChange) => {
    await changeSource(services, "ann", id, fields);
    return await services.collection.find(id);
  };
  return { id, services, change };
}

const changesOf = async (id: string) => {
  const { results } = await env.WORKSPACE_DB.prepare(
    "SELECT details FROM audit WHERE action = 'source.update' AND object_id = ?",
  )
    .bind(id)
    .all<{ details: string }>();
  return results.map(({ details }) => JSON.parse(details) as { changed: string[] });
};

describe("a change of a source", () => {
  it("of its keywords has the feed read whole again", async () => {
    const { id, change } = await addSource();
    expect(await change({ include: ["ransomware"] })).toMatchObject({
      ...FORGOTTEN,
      next_run_at: "2026-11-22T08:00:00.000Z",
      consecutive_failures: 3,
    });
    expect(await changesOf(id)).toEqual([
      { changed: ["include"], changes: { include: { from: [], to: ["ransomware"] } } },
    ]);
  });

  it("of its interval moves the next run and nothing else", async () => {
    const { change } = await addSource();
    expect(await change({ interval_minutes: 120 })).toMatchObject({
      ...LEARNED,
      next_run_at: "2026-11-21T10:00:00.000Z",
    });
  });

  it("of its URL makes it due at once, without validators and failures", async () => {
    const { id, change, services } = await addSource();
    const after = await change({ url: `https://change${sources}.example/other`, name: "Other" });
    expect(after).toMatchObject({ ...FORGOTTEN, consecutive_failures: 0 });
    expect((after?.next_run_at ?? "") <= services.now()).toBe(true);
    const host = `change${sources}.example`;
    expect(await changesOf(id)).toEqual([
      {
        changed: ["name", "url"],
        changes: {
          name: { from: host, to: "Other" },
          url: { from: `https://${host}/feed`, to: `https://${host}/other` },
        },
      },
    ]);
  });

  it("to what it is already changes nothing and leaves no entry", async () => {
    const { id, change } = await addSource();
    const same = { url: `https://change${sources}.example/feed`, interval_minutes: 60 };
    expect(await change(same)).toMatchObject(LEARNED);
    expect(await changesOf(id)).toEqual([]);
  });

  it("to the URL of another source is refused and leaves no entry", async () => {
    await addSource();
    const taken = `https://change${sources}.example/feed`;
    const { id, change } = await addSource();
    await expect(change({ url: taken })).rejects.toMatchObject({ code: "conflict" });
    expect(await changesOf(id)).toEqual([]);
  });
});
