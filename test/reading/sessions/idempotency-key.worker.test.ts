import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { form, ingestSmallRelease, request, requestJson } from "../../support/service.ts";

const REPORT = "APT29 ran T1059.001 and sent T1566 mail; T1574.001 was seen once.";

const analyse = async (headers: Record<string, string>, text = REPORT) =>
  await requestJson<{ session_id: string; detail?: string }>("/api/analyze", {
    ...form({ text }),
    headers,
  });

beforeAll(ingestSmallRelease);

describe("Idempotency-Key", () => {
  const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

  it("answers the first session for the same input, streamed or not", async () => {
    const headers = key();
    const first = await analyse(headers);
    expect(await analyse(headers)).toMatchObject({ status: 200, body: first.body });
    const init = { ...form({ text: REPORT }), headers };
    const streamed = await (await request("/api/analyze/stream", init)).text();
    expect(streamed).toContain(first.body.session_id);
    expect(streamed).toContain('"type":"result"');
    expect((await analyse(key())).body.session_id).not.toBe(first.body.session_id);
  });

  it("is refused for other input", async () => {
    const headers = key();
    await analyse(headers);
    const other = await analyse(headers, "Something else entirely happened here.");
    expect(other).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(other.body.detail).toMatch(/used for another report/);
    expect((await analyse({ "Idempotency-Key": "ü" })).status).toBe(422);
  });

  it("makes one session, and one entry of the trail, of many requests at once", async () => {
    const headers = key();
    const last = env.WORKSPACE_DB.prepare("SELECT max(seq) AS seq FROM audit");
    const before = (await last.first<number>("seq")) ?? 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => analyse(headers)));
    const sessions = new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? [body.session_id] : [])),
    );
    expect(sessions.size).toBe(1);
    for (const { status, body } of answers) {
      expect([200, 409]).toContain(status);
      if (status === 409) expect(body.detail).toMatch(/still being analyzed/);
    }
    const stored = env.WORKSPACE_DB.prepare("SELECT id FROM sessions WHERE idempotency_key = ?");
    const { results } = await stored.bind(headers["Idempotency-Key"]).all<{ id: string }>();
    expect(results).toEqual([...sessions].map((id) => ({ id })));
    const trail = env.WORKSPACE_DB.prepare(
      "SELECT object_id FROM audit WHERE action = 'session.create' AND seq > ?",
    );
    const recorded = await trail.bind(before).all<{ object_id: string }>();
    expect(recorded.results.map(({ object_id }) => object_id)).toEqual([...sessions]);
  });
});
