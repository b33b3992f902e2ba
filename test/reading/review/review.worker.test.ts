import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { form, ingestSmallRelease, requestJson } from "../../support/service.ts";

const REPORT = "APT29 ran T1059.001 and sent T1566 mail; T1574.001 was seen once.";

interface Session {
  session_id: string;
  techniques: { attack_id: string; review_status: string }[];
}

const analyse = async () => await requestJson<Session>("/api/analyze", form({ text: REPORT }));
const patch = async (id: string, technique: string, body: unknown) =>
  await requestJson(`/api/analyze/sessions/${id}/techniques/${technique}`, {
    method: "PATCH",
    body: JSON.stringify(body),
  });
const auditOf = async (id: string) =>
  (
    await env.WORKSPACE_DB.prepare("SELECT action FROM audit WHERE object_id = ? ORDER BY seq")
      .bind(id)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

beforeAll(ingestSmallRelease);

describe("PATCH /api/analyze/sessions/{session_id}/techniques/{attack_id}", () => {
  it("notes what the analyst says, and leaves rejected techniques out of comparisons", async () => {
    const { body } = await analyse();
    const id = body.session_id;
    expect(await patch(id, "t1566", { review_status: "rejected" })).toMatchObject({
      status: 200,
      body: { attack_id: "T1566", review_status: "rejected" },
    });
    const { body: stored } = await requestJson<Session>(`/api/analyze/${id}`);
    const statuses = stored.techniques.map((t) => [t.attack_id, t.review_status]);
    expect(Object.fromEntries(statuses)).toMatchObject({
      "T1059.001": "suggested",
      T1566: "rejected",
    });
    const compared = await requestJson<{ shared_techniques: string[] }[]>(
      `/api/analyze/sessions/${id}/compare`,
      { method: "POST" },
    );
    expect(compared.body.flatMap((row) => row.shared_techniques)).not.toContain("T1566");
    await patch(id, "T1566", { review_status: "accepted" });
    expect(await auditOf(id)).toEqual(["session.create", "session.review", "session.review"]);
  });

  it.each([
    ["T1566", { review_status: "perhaps" }, 422, "validation_error"],
    ["T1566", {}, 422, "validation_error"],
    ["T1111", { review_status: "accepted" }, 404, "not_found"],
    ["x", { review_status: "accepted" }, 400, "invalid_id"],
  ])("answers %s %j with %i %s and records nothing", async (technique, body, status, code) => {
    const { body: session } = await analyse();
    expect(await patch(session.session_id, technique, body)).toMatchObject({
      status,
      body: { code },
    });
    expect(await auditOf(session.session_id)).toEqual(["session.create"]);
  });
});

describe("POST /api/analyze/sessions/{session_id}/second-opinion", () => {
  const ask = async (id: string, provider: string) =>
    await requestJson(`/api/analyze/sessions/${id}/second-opinion?provider=${provider}`, {
      method: "POST",
    });

  it("compares with another reading, and changes nothing", async () => {
    const { body: session } = await analyse();
    const id = session.session_id;
    await patch(id, "T1566", { review_status: "rejected" });
    const { status, body } = await ask(id, "provider_a");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      session_id: id,
      provider: "provider_a",
      version: "18.1",
      agreement: 0.6667,
      techniques: [
        { attack_id: "T1059.001", verdict: "both", first: { verified: true } },
        { attack_id: "T1574.001", verdict: "both" },
        { attack_id: "T1566", verdict: "second_only", first: null },
      ],
    });
    expect((await requestJson(`/api/analyze/${id}`)).body).toMatchObject({
      provider: "provider_a",
    });
    expect((await auditOf(id)).at(-1)).toBe("session.second_opinion");
  });

  it("names what is wrong with the question", async () => {
    const { body: session } = await analyse();
    const id = session.session_id;
    expect(await ask(id, "provider_b")).toMatchObject({
      status: 503,
      body: { code: "provider_not_configured" },
    });
    expect(await ask(id, "gpt")).toMatchObject({ status: 400, body: { code: "invalid_provider" } });
    expect(await ask(crypto.randomUUID(), "provider_a")).toMatchObject({ status: 404 });
    expect(await auditOf(id)).toEqual(["session.create"]);
  });
});
