import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { form, ingestSmallRelease, requestJson } from "../../support/service.ts";

const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
});

async function idOf(path: string, body: unknown): Promise<string> {
  const { status, body: made } = await requestJson(path, json("POST", body));
  if (status >= 300) throw new Error(`${path} answered ${status}`);
  return String(made["id"]);
}

const rows = async () =>
  await env.WORKSPACE_DB.prepare("SELECT count(*) AS n FROM audit").first<number>("n");

/** What makes a thing, its path, and a change that is made twice. */
const CHANGES: Record<string, [make: () => Promise<string>, change: object]> = {
  source: [
    async () =>
      `/api/pipeline/sources/${await idOf("/api/pipeline/sources", {
        url: "https://no-change.unit.invalid/rss",
        enabled: false,
      })}`,
    { name: "Renamed", interval_minutes: 30, include: ["a"], url: "https://moved.unit.invalid/" },
  ],
  observable: [
    async () =>
      `/api/pipeline/observables/${await idOf("/api/pipeline/observables", {
        kind: "domain",
        value: "no-change.xyz",
      })}`,
    { tags: ["a", "b"], confidence: 7 },
  ],
  report: [
    async () => `/api/pipeline/intake/${await idOf("/api/pipeline/intake", { title: "Unmoved" })}`,
    { status: "reviewing", analyst_notes: "Seen.", source_reliability: "C" },
  ],
  technique: [
    async () => {
      const { body } = await requestJson("/api/analyze", form({ text: "They used T1566." }));
      return `/api/analyze/sessions/${String(body["session_id"])}/techniques/T1566`;
    },
    { review_status: "accepted" },
  ],
};

beforeAll(ingestSmallRelease);

describe("a state that is there already", () => {
  it.each(Object.entries(CHANGES))("of a %s is answered and leaves no row", async (_, entry) => {
    const [make, change] = entry;
    const path = await make();
    const before = (await rows()) ?? 0;
    const first = await requestJson(path, json("PATCH", change));
    expect(first.status).toBe(200);
    expect(await rows()).toBe(before + 1);
    const again = await requestJson(path, json("PATCH", change));
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await rows()).toBe(before + 1);
  });
});
