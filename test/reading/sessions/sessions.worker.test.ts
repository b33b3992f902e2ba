import { NO_USAGE } from "../../../src/reading/providers/usage.ts";
import { SHIPPED } from "../../support/shipped.ts";
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { analyseReport } from "../../../src/reading/sessions/analyse-report.ts";
import { beginSession } from "../../../src/reading/sessions/begin-session.ts";
import type {
  AnalysisRequest,
  ProviderFindings,
} from "../../../src/reading/providers/analysis-provider.ts";
import { readAnalysisInput } from "../../../src/reading/sessions/read-analysis-input.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { tick } from "../../../src/background.ts";
import { AppError } from "../../../src/platform/lib/errors.ts";
import { NOTHING } from "../../support/findings.ts";
import { smallBundle } from "../../support/bundles.ts";
import { eventsOf } from "../../support/events.ts";
import {
  form,
  ingest,
  ingestAsShipped,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";

const REPORT =
  "APT29 ran T1059.001 on the host. Mail came first (T1566). T1574.002 and T9999 were seen too.";
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const ACTOR = { name: "local", role: "admin" } as const;

beforeAll(ingestAsShipped);

const analyse = async (fields: Record<string, string | File>, query = "") =>
  await requestJson<Analysis & { code?: string }>(`/api/analyze${query}`, form(fields));

async function storedThings() {
  const sessions = await env.WORKSPACE_DB.prepare("SELECT count(*) AS n FROM sessions").first("n");
  const { objects } = await env.FILES.list({ prefix: "sessions/" });
  return { sessions, files: objects.length };
}

describe("POST /api/analyze", () => {
  it("answers every field, and the stored session is the same", async () => {
    const { status, body } = await analyse({ text: REPORT, name: " Our report " });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Our report",
      status: "completed",
      provider: "provider_a",
      model: `embedded/${SHIPPED.domain}-${SHIPPED.version}`,
      domain: "enterprise-attack",
      version: SHIPPED.version,
      filename: null,
      warnings: [],
      coverage: { chars_total: REPORT.length, chars_analyzed: REPORT.length },
      rejected_techniques: [
        { attack_id: "T9999", reason: `is not in ${SHIPPED.domain} ${SHIPPED.version}` },
      ],
    });
    const found = body.techniques.map((t) => [t.attack_id, t.replaced_from]);
    expect(found).toEqual(
      expect.arrayContaining([
        ["T1059.001", null],
        ["T1566", null],
        ["T1574.001", "T1574.002"],
      ]),
    );
    for (const t of body.techniques) {
      expect(REPORT.slice(t.evidence_start ?? -1, t.evidence_end ?? -1)).toBe(t.evidence);
      expect(t).toMatchObject({ verified: true, review_status: "suggested" });
    }
    expect(body).toMatchObject({
      apt_matches: [
        { group_name: "APT29", similarity: 0.5, shared_techniques: ["T1059.001", "T1566"] },
        { group_name: "APT28" },
      ],
      leads: [],
      leads_reason:
        "The session has 3 techniques; fewer than 5 do not tell one group from another.",
      named_groups: [{ name: "APT29", why: "APT29: known for 2 of these 3" }],
    });
    const stored = await requestJson(`/api/analyze/${body.session_id.toUpperCase()}`);
    expect(stored.body).toEqual(body);
    const text = await request(`/api/analyze/${body.session_id}/text`);
    expect(await text.text()).toBe(REPORT);
  });

  it("prefers the file and says so", async () => {
    const file = new File(["The group ran T1059 on each host."], "..\\dir/report.txt");
    const { body } = await analyse({ text: REPORT, file });
    expect(body.techniques.map((t) => t.attack_id)).toEqual(["T1059"]);
    expect(body).toMatchObject({
      filename: "report.txt",
      warnings: [expect.stringMatching(/file was analyzed/)],
    });
  });

  it("keeps text as it was sent, whatever the script", async () => {
    const text = "  Группа APT29 запустила T1059.001 🙂\r\n使用T1566执行。\n";
    const { body } = await analyse({ text });
    const stored = await (await request(`/api/analyze/${body.session_id}/text`)).text();
    expect(stored.replaceAll("\r\n", "\n")).toBe(text.replaceAll("\r\n", "\n"));
    expect(body.coverage.chars_total).toBe(stored.length);
  });

  it.each<[string, Record<string, string | File>, number, string]>([
    ["nothing", {}, 400, "input_required"],
    ["blank text", { text: " \n\t " }, 400, "input_required"],
    ["an empty file", { file: new File([], "a.pdf") }, 400, "input_required"],
    ["an unnamed empty file", { file: new File([], "") }, 400, "input_required"],
    ["a bad provider", { text: "x", provider: "openai" }, 400, "invalid_provider"],
    [
      "a slot without a provider",
      { text: "x", provider: "provider_b" },
      503,
      "provider_not_configured",
    ],
    ["an unknown domain", { text: "x", domain: "nowhere" }, 404, "unknown_domain"],
    ["an empty domain", { text: "x", domain: "ics-attack" }, 404, "knowledge_base_empty"],
    ["an unknown version", { text: "x", version: "1.0" }, 404, "version_not_found"],
    ["a long name", { text: "x", name: "n".repeat(256) }, 422, "validation_error"],
    ["a long text", { text: "x".repeat(1_000_001) }, 413, "text_too_long"],
    [
      "a large file",
      { file: new File([new Uint8Array(26 * 1024 * 1024)], "a.pdf") },
      413,
      "file_too_large",
    ],
    ["a file as text", { file: "not a file" }, 422, "validation_error"],
    [
      "an executable",
      { file: new File(["MZ\u0000\u0001"], "a.exe") },
      415,
      "unsupported_file_type",
    ],
    ["a false name", { file: new File(["%PDF-1.4 x"], "a.docx") }, 415, "unsupported_file_type"],
    ["a broken PDF", { file: new File(["%PDF-1.4 x"], "a.pdf") }, 422, "document_unreadable"],
    [
      "a truncated DOCX",
      { file: new File(["PK\u0003\u0004 and no more"], "a.docx") },
      422,
      "document_unreadable",
    ],
    ["a blank document", { file: new File(["  \n "], "a.txt") }, 422, "document_empty"],
  ])("refuses %s and stores nothing", async (_what, fields, status, code) => {
    const before = await storedThings();
    for (const path of ["/api/analyze", "/api/analyze/stream"]) {
      expect(await requestJson(path, form(fields))).toMatchObject({ status, body: { code } });
    }
    expect(await storedThings()).toEqual(before);
  });

  it("refuses a body without end as soon as it is too large", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 100) return controller.close();
        const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
        controller.enqueue(
          sent === 1 ? new TextEncoder().encode(head) : new Uint8Array(1024 * 1024),
        );
      },
    });
    const headers = { "Content-Type": "multipart/form-data; boundary=b" };
    const answer = await requestJson("/api/analyze", { method: "POST", headers, body });
    expect(answer).toMatchObject({ status: 413, body: { code: "file_too_large" } });
    expect(sent).toBeLessThan(60);
  });

  it.each([
    ["application/json", '{"text":"x"}', 400, "input_required"],
    ["multipart/form-data", "x", 422, "validation_error"],
    ["multipart/form-data; boundary=b", "--b\r\nbroken", 422, "validation_error"],
  ])("refuses a body of type %s that is no form", async (type, body, status, code) => {
    const answer = await requestJson("/api/analyze", {
      method: "POST",
      headers: { "Content-Type": type },
      body,
    });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it("analyses against the version asked for", async () => {
    await ingest(smallBundle("17.1"));
    expect((await analyse({ text: REPORT, version: "17.1" })).body.version).toBe("17.1");
    expect((await analyse({ text: REPORT }, "?version=17.1")).body.version).toBe("17.1");
    expect((await analyse({ text: REPORT })).body.version).toBe(SHIPPED.version);
    // An empty field of the form counts as absent, and what is said twice the same is said once.
    expect((await analyse({ text: REPORT, version: "" }, "?version=17.1")).body.version).toBe(
      "17.1",
    );
    expect((await analyse({ text: REPORT, version: "17.1" }, "?version=17.1")).status).toBe(200);
  });

  it.each(["/api/analyze", "/api/analyze/stream"])(
    "refuses a version in the form that is not the one in the query: %s",
    async (path) => {
      const version = SHIPPED.version;
      const { status, body } = await requestJson(
        `${path}?version=18.1`,
        form({ text: REPORT, version }),
      );
      const detail = `'version' is ${version} in the body and 18.1 in the query; send it once.`;
      expect([status, body]).toMatchObject([
        422,
        { code: "validation_error", detail, errors: [{ pointer: "/version" }] },
      ]);
    },
  );
});

describe("POST /api/analyze/stream", () => {
  it("tells session, tokens and progress, and ends with the stored result", async () => {
    const response = await request("/api/analyze/stream", form({ text: REPORT }));
    expect(response.headers.get("Content-Type")).toMatch(/^text\/event-stream/);
    const events = eventsOf(await response.text());
    const types = events.map((event) => event.type);
    expect(types[0]).toBe("session");
    expect(types.filter((type) => type === "result" || type === "error")).toEqual(["result"]);
    expect(types.at(-1)).toBe("result");
    const result = events.at(-1)?.["data"] as Analysis;
    const tokens = events
      .filter((event) => event.type === "token")
      .map((event) => event["content"]);
    expect(tokens.join("")).toBe(result.summary);
    expect(result.session_id).toBe(events[0]?.["session_id"]);
    expect((await requestJson(`/api/analyze/${result.session_id}`)).body).toEqual(result);
  });
});

describe("a provider that fails", () => {
  const run = async (
    analyseText: (request: AnalysisRequest) => Promise<ProviderFindings>,
    signal = new AbortController().signal,
  ) => {
    const context = testServices();
    const input = await readAnalysisInput(context, { text: REPORT });
    const provider = {
      kind: "test",
      model: async () => "test",
      analyse: analyseText,
      estimate: async () => NO_USAGE,
    };
    const { id } = await beginSession(context, ACTOR, { ...input, provider });
    const silent = { token: () => undefined, progress: () => undefined };
    const outcome = analyseReport(context, id, { ...input, provider }, silent, signal);
    await expect(outcome).rejects.toThrow();
    return await requestJson(`/api/analyze/${id}`);
  };

  it("leaves a failed session that tells the reason", async () => {
    const answer = await run(async () => {
      throw new AppError("provider_timeout", "The provider took too long.");
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "analysis_failed", detail: "The provider took too long." },
    });
  });

  it("reveals nothing of an unknown error", async () => {
    const answer = await run(async () => {
      throw new Error("secret");
    });
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).not.toContain("secret");
  });

  it("fails when the client went away", async () => {
    const gone = new AbortController();
    const answer = await run(async ({ signal }) => {
      gone.abort();
      signal.throwIfAborted();
      throw new Error("unreachable");
    }, gone.signal);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/went away/) });
  });

  it("cannot complete a session that was failed meanwhile", async () => {
    const answer = await run(async () => {
      const context = testServices();
      await context.processingSessions.failOlderThan(context.now(1), "Swept.", context.now());
      return NOTHING;
    });
    expect(answer).toMatchObject({ status: 409, body: { detail: "Swept." } });
  });

  it("cannot complete a session that was deleted meanwhile, nor leave its files", async () => {
    const answer = await run(async ({ document: { text } }) => {
      const { id } = (await env.WORKSPACE_DB.prepare(
        "SELECT id FROM sessions ORDER BY created_at DESC, rowid DESC",
      ).first<{ id: string }>()) ?? { id: "" };
      await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
      await env.FILES.put(`sessions/${id}/text.txt`, text);
      return NOTHING;
    });
    expect(answer.status).toBe(404);
    const { objects } = await env.FILES.list({
      prefix: `sessions/${answer.body["detail"]?.toString().slice(-37, -1)}`,
    });
    expect(objects).toEqual([]);
  });
});

describe("what an answer holds beside techniques", () => {
  const TEXT =
    "APT29 ran T1059.001 on the host. Organizations should restrict T1566 with filters for mail.";

  it("tells what was set aside, and where each technique is spoken of", async () => {
    const { body } = await analyse({ text: TEXT });
    expect(body.techniques.map(({ attack_id }) => attack_id)).toEqual(["T1059.001"]);
    const [technique] = body.techniques;
    expect(technique?.passages).toEqual([{ text: technique?.evidence, start: 0, end: 32 }]);
    expect(technique?.warnings).toEqual([]);
    expect(body.set_aside).toEqual([
      {
        attack_id: "T1566",
        name: "Phishing",
        reason: "advice",
        evidence: TEXT.slice(33),
        evidence_start: 33,
        evidence_end: TEXT.length,
      },
    ]);
    expect(body.candidates).toEqual([]);
    const again = await requestJson<Analysis>(`/api/analyze/${body.session_id}`);
    expect(again.body).toEqual(body);
  });

  it("answers rows from before that with their evidence alone", async () => {
    const { body } = await analyse({ text: TEXT });
    const id = body.session_id;
    await env.WORKSPACE_DB.batch([
      env.WORKSPACE_DB.prepare("UPDATE sessions SET set_aside = '[]' WHERE id = ?").bind(id),
      env.WORKSPACE_DB.prepare(
        "UPDATE session_techniques SET passages = '[]' WHERE session_id = ?",
      ).bind(id),
    ]);
    const { body: older } = await requestJson<Analysis>(`/api/analyze/${id}`);
    expect(older.set_aside).toEqual([]);
    expect(older.techniques[0]?.passages).toEqual(body.techniques[0]?.passages);
  });
});

describe("sessions", () => {
  it("are listed newest first, completed ones only, in pages", async () => {
    const names = ["one", "two", "three"];
    for (const name of names) await analyse({ text: REPORT, name });
    const page = await requestJson<Analysis[]>("/api/analyze/sessions?limit=2");
    expect(page.body.map((s) => s.name)).toEqual(["three", "two"]);
    expect(page.body[0]).toMatchObject({ status: "completed", technique_count: 3 });
    expect(page.headers.get("Link")).toContain("offset=2");
    const all = await requestJson<Analysis[]>("/api/analyze/sessions?limit=200");
    expect(all.headers.get("X-Total-Count")).toBe(String(all.body.length));
    expect(new Set(all.body.map((s) => s.status))).toEqual(new Set(["completed"]));
  });

  it.each(["limit=-1", "limit=0", "limit=201", "limit=abc", "offset=-1", "offset=1e3"])(
    "refuse %s",
    async (query) => {
      expect((await requestJson(`/api/analyze/sessions?${query}`)).status).toBe(422);
    },
  );

  it("compare again, without rejected techniques, and against any version", async () => {
    const { body } = await analyse({ text: REPORT });
    const path = `/api/analyze/sessions/${body.session_id}/compare`;
    const again = await requestJson<{ group_attack_id: string; similarity: number }[]>(path, {
      method: "POST",
    });
    // The default stays Jaccard, whatever the session's own leads go by.
    expect(again.headers.get("X-Similarity-Mode")).toBe("jaccard");
    expect(again.body).toEqual([
      {
        group_attack_id: "G0016",
        group_name: "APT29",
        similarity: 0.5,
        shared_count: 2,
        shared_techniques: ["T1059.001", "T1566"],
      },
      {
        group_attack_id: "G0007",
        group_name: "APT28",
        similarity: 0.3333,
        shared_count: 1,
        shared_techniques: ["T1566"],
      },
    ]);
    const top = await requestJson<object[]>(`${path}?top_n=1&version=17.1`, { method: "POST" });
    expect(top.body).toHaveLength(1);
    await env.WORKSPACE_DB.prepare(
      "UPDATE session_techniques SET review_status = 'rejected' WHERE session_id = ? AND attack_id = 'T1566'",
    )
      .bind(body.session_id)
      .run();
    const fewer = await requestJson<{ group_attack_id: string }[]>(path, { method: "POST" });
    expect(fewer.body.map((row) => row.group_attack_id)).toEqual(["G0016"]);
    expect((await requestJson(`${path}?top_n=51`, { method: "POST" })).status).toBe(422);
    expect((await requestJson(`${path}?version=0.1`, { method: "POST" })).status).toBe(404);
  });

  it("go with their text, outline and file, and leave one audit row", async () => {
    const file = new File([REPORT], "report.txt");
    const { body } = await analyse({ file });
    const keys = async () =>
      (await env.FILES.list({ prefix: `sessions/${body.session_id}` })).objects.length;
    expect(await keys()).toBe(3);
    const path = `/api/analyze/sessions/${body.session_id}`;
    const answers = await Promise.all([1, 2, 3].map(() => request(path, { method: "DELETE" })));
    expect(answers.map((a) => a.status)).toContain(204);
    expect(await keys()).toBe(0);
    expect((await requestJson(`/api/analyze/${body.session_id}`)).status).toBe(404);
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT action FROM audit WHERE object_id = ? ORDER BY seq",
    )
      .bind(body.session_id)
      .all();
    expect(results).toEqual([{ action: "session.create" }, { action: "session.delete" }]);
    const left = await env.WORKSPACE_DB.prepare(
      "SELECT count(*) AS n FROM session_techniques WHERE session_id = ?",
    )
      .bind(body.session_id)
      .first("n");
    expect(left).toBe(0);
  });

  it("answer 404 for unknown ids and 400 for malformed ones", async () => {
    const calls: [string, string][] = [
      ["GET", "/api/analyze/ID"],
      ["GET", "/api/analyze/ID/text"],
      ["GET", "/api/analyze/ID/outline"],
      ["POST", "/api/analyze/sessions/ID/compare"],
      ["DELETE", "/api/analyze/sessions/ID"],
    ];
    for (const [method, path] of calls) {
      expect(await requestJson(path.replace("ID", UNKNOWN), { method })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
      expect(await requestJson(path.replace("ID", "not-a-uuid"), { method })).toMatchObject({
        status: 400,
        body: { code: "invalid_id" },
      });
    }
  });

  it("that were interrupted become failed, by age or at start-up", async () => {
    const context = testServices();
    const begin = async () =>
      (await beginSession(context, ACTOR, await readAnalysisInput(context, { text: REPORT }))).id;
    const status = async (id: string) => (await requestJson(`/api/analyze/${id}`)).status;
    const stale = await begin();
    const fresh = await begin();
    await env.WORKSPACE_DB.prepare("UPDATE sessions SET updated_at = ? WHERE id = ?")
      .bind(context.now(-16 * 60), stale)
      .run();
    await tick(context, "*/15 * * * *");
    expect([await status(stale), await status(fresh)]).toEqual([409, 202]);
    const startedAt = context.now(1);
    const early = await begin();
    await env.WORKSPACE_DB.prepare("UPDATE sessions SET updated_at = ? WHERE id = ?")
      .bind(startedAt, early)
      .run();
    // What began since the start belongs to the process that is there.
    await tick({ ...context, startedAt }, "@start");
    expect([await status(fresh), await status(early)]).toEqual([409, 202]);
  });

  it("that nobody works on any more are failed for who asks, before any cron comes", async () => {
    const context = testServices();
    const begin = async (key: string | null = null) => {
      const input = await readAnalysisInput(context, { text: REPORT });
      return (await beginSession(context, ACTOR, input, key)).id;
    };
    const age = async (id: string, seconds: number) =>
      await env.WORKSPACE_DB.prepare("UPDATE sessions SET updated_at = ? WHERE id = ?")
        .bind(context.now(-seconds), id)
        .run();
    const [stale, fresh, keyed] = [await begin(), await begin(), await begin("a-key")];
    await age(stale, 15 * 60 + 1);
    await age(fresh, 14 * 60);
    await age(keyed, 15 * 60 + 1);
    expect(await requestJson(`/api/analyze/${stale}`)).toMatchObject({
      status: 409,
      body: { code: "analysis_failed" },
    });
    expect((await requestJson(`/api/analyze/${fresh}`)).status).toBe(202);
    // The same request may be sent again at once.
    expect(await begin("a-key")).not.toBe(keyed);
  });
});
