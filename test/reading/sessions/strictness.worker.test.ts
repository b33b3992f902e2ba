import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenApiDocument } from "../../../src/openapi/document.ts";
import { loadSeed } from "../../../src/knowledge/attack/load-seed.ts";
import { beginSession } from "../../../src/reading/sessions/begin-session.ts";
import { failSession } from "../../../src/reading/sessions/fail-session.ts";
import { readAnalysisInput } from "../../../src/reading/sessions/read-analysis-input.ts";
import type { Analysis, SessionListItem } from "../../../src/reading/sessions/schema.ts";
import { AppError } from "../../../src/platform/lib/errors.ts";
import { eventsOf } from "../../support/events.ts";
import { form, request, requestJson, testServices } from "../../support/service.ts";

/** Acts that are told plainly, acts that are hinted at, and one printed id. */
const REPORT = [
  "In June the intruders reached the accounting network of a ferry operator through its old mail gateway.",
  "A clerk opened the attached spreadsheet, and its macro started PowerShell with an encoded command.",
  "The script fetched a second stage over HTTPS and put it under the Run key, so that it came back after every logon.",
  "They looked around: who was logged on, which shares there were, and what the domain was called.",
  "Passwords were read from the memory of LSASS, and with them the crew moved on by Remote Desktop (T1021.001).",
  "Some tool of theirs talked to a page on a popular forum now and then, nobody knows what for.",
  "Old invoices were packed with WinRAR and left the network through a cloud storage service.",
  "On the last evening the event logs of two servers were empty, and the backups would not start.",
].join(" ");
const NO_REPORT = "00000000-0000-4000-8000-000000000000";
const ACTOR = { name: "local", role: "admin" } as const;

beforeAll(async () => await loadSeed(testServices(), async () => undefined));

type Answer = Analysis & { code?: string; detail?: string };

const analyse = async (fields: Record<string, string | File>) =>
  await requestJson<Answer>("/api/analyze", form({ text: REPORT, ...fields }));
const found = async (fields: Record<string, string | File>) => (await analyse(fields)).body;
const idsOf = (list: readonly { attack_id: string }[]) => list.map(({ attack_id }) => attack_id);

/** A finding is no candidate, nothing is twice, and all of it stands in the text. */
function expectParted({ techniques, candidates, set_aside: aside }: Analysis, text = REPORT) {
  const ids = [...idsOf(techniques), ...idsOf(candidates)];
  expect(new Set(ids).size).toBe(ids.length);
  expect(idsOf(aside).filter((id) => idsOf(techniques).includes(id))).toEqual([]);
  for (const { evidence, evidence_start, evidence_end } of [...techniques, ...candidates]) {
    expect(text.slice(evidence_start ?? -1, evidence_end ?? -1)).toBe(evidence);
  }
  const confidences = candidates.map(({ confidence }) => confidence);
  expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
}

describe("the modes of an analysis", () => {
  it("find more and more, each technique as sure and with the same evidence", async () => {
    const [precision, balanced, recall] = [
      await found({ mode: "precision" }),
      await found({ mode: "balanced" }),
      await found({ mode: "recall" }),
    ];
    for (const [fewer, more] of [
      [precision, balanced],
      [balanced, recall],
    ] as const) {
      expect(idsOf(more.techniques)).toEqual(expect.arrayContaining(idsOf(fewer.techniques)));
      expect(more.techniques.length).toBeGreaterThan(fewer.techniques.length);
      const shown = new Map(more.techniques.map((one) => [one.attack_id, one]));
      for (const one of fewer.techniques) expect(shown.get(one.attack_id)).toEqual(one);
    }
    for (const answer of [precision, balanced, recall]) expectParted(answer);
    for (const { confidence } of precision.techniques)
      expect(confidence).toBeGreaterThanOrEqual(0.7);
    for (const { confidence } of recall.techniques) expect(confidence).toBeGreaterThanOrEqual(0.08);
    for (const { confidence } of recall.candidates) expect(confidence).toBeLessThan(0.2);
  });

  it("are balanced where none is named, as an empty field says too", async () => {
    const [unnamed, empty, balanced] = [
      await found({}),
      await found({ mode: "", min_confidence: " " }),
      await found({ mode: "balanced" }),
    ];
    expect(unnamed).toMatchObject({ mode: "balanced", min_confidence: null });
    expect(empty.techniques).toEqual(balanced.techniques);
    expect(unnamed.techniques).toEqual(balanced.techniques);
    expect(unnamed.candidates).toEqual(balanced.candidates);
  });

  it("keep as candidates whatever precision holds back, and speak of findings alone", async () => {
    const precision = await found({ mode: "precision" });
    const balanced = await found({ mode: "balanced" });
    const held = balanced.techniques.filter(({ confidence }) => confidence < 0.7);
    expect(held.length).toBeGreaterThan(0);
    expect(precision.candidates.slice(0, held.length)).toEqual(
      held.map(
        ({ attack_id, name, tactic, confidence, evidence, evidence_start, evidence_end }) => {
          return { attack_id, name, tactic, confidence, evidence, evidence_start, evidence_end };
        },
      ),
    );
    // A summary names the surest of each tactic.
    const named = idsOf(held).filter((id) => balanced.summary?.includes(id));
    expect(named.length).toBeGreaterThan(held.length / 2);
    for (const id of idsOf(held)) expect(precision.summary).not.toContain(id);
  });

  it("hold for files, encoded forms and streams, too", async () => {
    const precision = idsOf((await found({ mode: "precision" })).techniques);
    const file = new File([REPORT], "ferry.txt");
    const { body } = await requestJson<Answer>(
      "/api/analyze",
      form({ file, mode: "precision", min_confidence: "" }),
    );
    expect(body).toMatchObject({ filename: "ferry.txt", mode: "precision", min_confidence: null });
    expect(idsOf(body.techniques)).toEqual(precision);
    const encoded = await requestJson<Answer>("/api/analyze", {
      method: "POST",
      body: new URLSearchParams({ text: REPORT, mode: "precision" }),
    });
    expect(idsOf(encoded.body.techniques)).toEqual(precision);
    const streamed = await request(
      "/api/analyze/stream",
      form({ text: REPORT, mode: "precision" }),
    );
    const result = eventsOf(await streamed.text()).at(-1)?.["data"] as Analysis;
    expect(result.mode).toBe("precision");
    expect(idsOf(result.techniques)).toEqual(precision);
  });
});

describe("min_confidence", () => {
  it("is the threshold itself, whatever the mode", async () => {
    const half = await found({ min_confidence: "0.5" });
    expect(half.min_confidence).toBe(0.5);
    for (const mode of ["precision", "recall"]) {
      const other = await found({ min_confidence: "0.5", mode });
      expect(other).toMatchObject({ mode, min_confidence: 0.5 });
      expect(other.techniques).toEqual(half.techniques);
      expect(other.candidates).toEqual(half.candidates);
    }
    const balanced = await found({});
    expect(half.techniques).toEqual(
      balanced.techniques.filter(({ confidence }) => confidence >= 0.5),
    );
    expect(half.techniques.length).toBeLessThan(balanced.techniques.length);
    expectParted(half);
  });

  it("of 1 makes candidates of all, of printed ids as well", async () => {
    const all = await found({ min_confidence: "1" });
    expect(all.techniques).toEqual([]);
    const balanced = await found({});
    expect(idsOf(all.candidates)).toEqual(expect.arrayContaining(idsOf(balanced.techniques)));
    expect(idsOf(all.candidates)).toContain("T1021.001");
    expectParted(all);
  });

  it("of 0 makes findings of all that may be there", async () => {
    const all = await found({ min_confidence: "0" });
    expect(all.candidates).toEqual([]);
    const recall = await found({ mode: "recall" });
    expect(idsOf(all.techniques)).toEqual(expect.arrayContaining(idsOf(recall.techniques)));
    expect(all.techniques.length).toBeGreaterThan(recall.techniques.length);
    expectParted(all);
  });

  it("adds techniques when it is lowered, and never takes one away", async () => {
    let before: string[] = [];
    for (const least of ["0.9", "0.6", "0.3", "0.2", "0.1", "0.05", "0"]) {
      const answer = await found({ min_confidence: least });
      expectParted(answer);
      const ids = idsOf(answer.techniques);
      expect(ids).toEqual(expect.arrayContaining(before));
      for (const { confidence } of answer.candidates)
        expect(confidence).toBeLessThan(Number(least));
      before = ids;
    }
  });

  it("leaves what a report prints for another release among the rejected", async () => {
    const text = "The crew ran T9999 and loaded its library beside a signed program (T1574.002).";
    const {
      techniques,
      candidates,
      rejected_techniques: rejected,
    } = await found({
      text,
      min_confidence: "1",
    });
    expect(techniques).toEqual([]);
    expect(idsOf(candidates)).toContain("T1574.001");
    expect(idsOf(rejected)).toEqual(["T9999"]);
  });
});

describe("a bad mode or min_confidence", () => {
  it.each([
    ["mode", "strict", "'mode' must be one of precision, balanced, recall, judged."],
    ["mode", "Recall", "'mode' must be one of precision, balanced, recall, judged."],
    ...["1.01", "-0.1", "50", "half", "0,5", "NaN", "Infinity"].map((value) => [
      "min_confidence",
      value,
      "'min_confidence' must be a number from 0 to 1, such as 0.5.",
    ]),
  ])("%s=%s is refused with a sentence that helps", async (name = "", value = "", detail) => {
    for (const path of ["/api/analyze", "/api/analyze/stream"]) {
      const { status, body } = await requestJson<Answer>(
        path,
        form({ text: REPORT, [name]: value }),
      );
      expect([status, body.code]).toEqual([422, "validation_error"]);
      expect(body).toMatchObject({ detail, errors: [{ pointer: `/${name}`, detail }] });
    }
    const last = env.WORKSPACE_DB.prepare("SELECT count(*) AS n FROM sessions WHERE mode = ?");
    expect(await last.bind(value).first("n")).toBe(0);
  });
});

describe("a session", () => {
  it("keeps what it was asked for, and shows it wherever it is shown", async () => {
    const made = await found({ mode: "recall", min_confidence: "0.25" });
    const asked = { mode: "recall", min_confidence: 0.25 };
    expect(made).toMatchObject(asked);
    const read = await requestJson<Analysis>(`/api/analyze/${made.session_id}`);
    expect(read.body).toEqual(made);
    const { body: list } = await requestJson<SessionListItem[]>("/api/analyze/sessions");
    const { session_id: id } = made;
    expect(list.find((one) => one.session_id === id)).toMatchObject(asked);
  });

  it("is retried and analysed again as strictly", async () => {
    const context = testServices();
    const fields = { text: REPORT, mode: "precision" as const, min_confidence: 0.8 };
    const input = await readAnalysisInput(context, fields);
    const { id } = await beginSession(context, ACTOR, input);
    await failSession(context, id, new AppError("provider_timeout", "It took too long."));
    const post = { method: "POST" };
    const path = `/api/analyze/sessions/${id}`;
    const wanted = await found({ min_confidence: "0.8" });
    const retried = await requestJson<Answer>(`${path}/retry`, post);
    expect(retried.body).toMatchObject({ mode: "precision", min_confidence: 0.8 });
    expect(retried.body.techniques).toEqual(wanted.techniques);
    const again = await requestJson<Answer>(`${path}/reanalyse`, post);
    expect(again.body).toMatchObject({ mode: "precision", min_confidence: 0.8 });
    expect(again.body.techniques).toEqual(wanted.techniques);
    expect(again.body.candidates).toEqual(wanted.candidates);
  });

  it("is read as strictly for a second opinion", async () => {
    const { session_id: id } = await found({ mode: "precision" });
    const path = `/api/analyze/sessions/${id}/second-opinion?provider=provider_a`;
    const { body } = await requestJson<{ agreement: number }>(path, { method: "POST" });
    expect(body.agreement).toBe(1);
  });

  it("is another one for the same key with another mode", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const send = async (fields: Record<string, string>) =>
      await requestJson<Answer>("/api/analyze", { ...form({ text: REPORT, ...fields }), headers });
    const first = await send({});
    expect((await send({ mode: "balanced" })).body.session_id).toBe(first.body.session_id);
    expect(await send({ mode: "recall" })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect((await send({ min_confidence: "0.5" })).status).toBe(409);
  });

  it("from before there were modes is balanced", async () => {
    await env.WORKSPACE_DB.prepare(
      `INSERT INTO sessions (id, status, provider, model, domain, version, actor, chars_total,
         chars_analyzed, chunks, warnings, summary, apt_hints, rejected_techniques, technique_count,
         created_at, updated_at)
       VALUES (?1, 'completed', 'provider_a', 'old', 'enterprise-attack', '19.1', 'local', 0, 0, 1,
         '[]', '', '[]', '[]', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
      .bind(NO_REPORT)
      .run();
    const { body } = await requestJson<Analysis>(`/api/analyze/${NO_REPORT}`);
    expect(body).toMatchObject({ mode: "balanced", min_confidence: null });
  });
});

describe("the OpenAPI document", () => {
  it("has both in the form and in the answers, with the values that they take", async () => {
    const { body } = await requestJson<OpenApiDocument>("/openapi.json");
    const modes = ["precision", "balanced", "recall", "judged"];
    for (const path of ["/api/analyze", "/api/analyze/stream"]) {
      const content = body.paths[path]?.["post"]?.requestBody?.content ?? {};
      const fields = content["multipart/form-data"]?.schema?.properties ?? {};
      expect(fields["mode"]).toMatchObject({ type: "string", enum: modes, default: "balanced" });
      expect(fields["min_confidence"]).toMatchObject({ type: "number", minimum: 0, maximum: 1 });
      for (const name of ["mode", "min_confidence"]) {
        expect(fields[name]).toMatchObject({
          description: expect.stringMatching(/\w{3}/),
          example: expect.anything(),
        });
      }
    }
    for (const name of ["AnalysisOut", "SessionListItem"]) {
      const fields = body.components.schemas[name]?.properties ?? {};
      expect(fields["mode"]).toMatchObject({ enum: modes, example: "balanced" });
      expect(fields["mode"]?.description).toMatch(/sure/);
      expect(fields["min_confidence"]?.description).toMatch(/[Tt]hreshold/);
      expect(fields["min_confidence"]).toHaveProperty("example");
    }
  });
});
