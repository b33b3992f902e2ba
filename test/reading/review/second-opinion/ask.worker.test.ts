import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { askSecondOpinion } from "../../../../src/reading/review/second-opinion/ask-second-opinion.ts";
import { deleteSession } from "../../../../src/reading/sessions/delete-session.ts";
import { SessionFiles } from "../../../../src/reading/sessions/session-files.ts";
import { json } from "../../../support/edits.ts";
import { DOUBTFUL, opinionSession } from "../../../support/second-opinions.ts";
import { ingestSmallRelease, testServices } from "../../../support/service.ts";

beforeAll(ingestSmallRelease);

const filesOf = async (id: string) =>
  (await env.FILES.list({ prefix: `sessions/${id}/` })).objects.map(({ key }) => key);

describe("a second opinion by a judge", () => {
  it("decides on the techniques of the session, and proposes what to change", async () => {
    const { ask, id, pairs } = await opinionSession();
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ session_id: id, mode: "judged", version: "18.1" });
    expect(pairs().some((pair) => pair.startsWith("T1574.001 The loader was put"))).toBe(true);
    expect(body.techniques).toMatchObject([
      { attack_id: "T1566", verdict: "both", proposal: "keep", judgement: { standing: "agreed" } },
      {
        attack_id: "T1574.001",
        verdict: "first_only",
        proposal: "question",
        judgement: {
          standing: "disputed",
          verdicts: [{ verdict: "no", reason: "The text does not say what loads the file." }],
        },
      },
      {
        attack_id: "T1059.001",
        verdict: "second_only",
        proposal: "add",
        first: null,
        judgement: { standing: "agreed" },
      },
    ]);
    expect(body.usage).toMatchObject({ calls: 1, pairs: pairs().length });
    expect(body.usage.input_tokens).toBeGreaterThan(100);
  });

  it("names a technique instead, which is judged and proposed as well", async () => {
    const decide = (_text: string, id: string) =>
      id === "T1566" ? { verdict: "other", attack_id: "T1059" } : { verdict: "yes" };
    // What only the model names is less likely than not by itself.
    const least = { min_confidence: "0.3" };
    const { ask } = await opinionSession(decide, "provider=provider_b", least);
    const { techniques } = (await ask()).body;
    expect(techniques).toContainEqual(
      expect.objectContaining({
        attack_id: "T1059",
        proposal: "add",
        judgement: expect.objectContaining({ standing: "model_only", embedded: null }),
      }),
    );
    expect(techniques).toContainEqual(
      expect.objectContaining({ attack_id: "T1574.001", verdict: "both", proposal: "keep" }),
    );
  });

  it("costs nothing the second time", async () => {
    const { ask } = await opinionSession();
    const first = await ask();
    const second = await ask();
    expect(second.body.usage).toMatchObject({ calls: 0, cached_pairs: first.body.usage.pairs });
    expect(second.body.techniques).toEqual(first.body.techniques);
  });
});

describe("a second opinion by the embedded analyzer", () => {
  it("questions nothing, since it gives no verdicts", async () => {
    const { ask } = await opinionSession();
    const { body } = await ask("provider=provider_a");
    expect(body).toMatchObject({ mode: "balanced", usage: { calls: 0 }, warnings: [] });
    expect(body.techniques).toMatchObject([
      { attack_id: "T1566", proposal: "keep", judgement: null },
      { attack_id: "T1574.001", verdict: "first_only", proposal: "keep" },
      { attack_id: "T1059.001", verdict: "second_only", proposal: "add" },
    ]);
  });

  it("does not propose what an analyst rejected, or gave another ID", async () => {
    const { ask, path, send } = await opinionSession(DOUBTFUL, "provider=provider_a");
    await send(`${path}/techniques/T1566`, json("PATCH", { review_status: "rejected" }));
    await send(`${path}/techniques/T1059.001`, json("PATCH", { attack_id: "T1059" }));
    const { body } = await ask("provider=provider_a");
    expect(body.techniques).toMatchObject([
      { attack_id: "T1059", verdict: "first_only", proposal: "keep" },
      { attack_id: "T1059.001", verdict: "second_only", proposal: "keep" },
      { attack_id: "T1566", verdict: "second_only", proposal: "keep" },
    ]);
  });
});

it("a language model's opinion has the warnings of an analysis", async () => {
  const { ask, path, send } = await opinionSession(DOUBTFUL, "provider=provider_a");
  await send(`${path}/techniques/T1566`, json("PATCH", { review_status: "accepted" }));
  const { body } = await ask("provider=provider_b");
  expect(body.warnings).toEqual([
    expect.stringMatching(/^The language model and the embedded analyzer agree on only 1 of the 3/),
  ]);
  expect(body.usage.calls).toBe(1);
});

describe("the stored second opinion", () => {
  it("is the last one, and answers 404 before the first", async () => {
    const { ask, last } = await opinionSession();
    expect(await last()).toMatchObject({ status: 404, body: { code: "not_found" } });
    await ask("provider=provider_a");
    const { body } = await ask();
    expect((await last()).body).toEqual(body);
    expect(Date.parse(body.created_at)).not.toBeNaN();
  });

  it("is removed with the session", async () => {
    const { ask, id, path, send } = await opinionSession();
    await ask();
    expect(await filesOf(id)).toContain(`sessions/${id}/opinion.json`);
    await send(path, json("DELETE"));
    expect(await filesOf(id)).toEqual([]);
  });

  it("is not left behind if the session is deleted before it is stored", async () => {
    const { id } = await opinionSession();
    const sessionFiles = new SessionFiles(env.FILES);
    const store = sessionFiles.storeOpinion.bind(sessionFiles);
    sessionFiles.storeOpinion = async (of, opinion) => {
      await deleteSession(testServices(), "ann", of);
      await store(of, opinion);
    };
    const request = { slot: "provider_a" as const, version: undefined, mode: undefined };
    const { signal } = new AbortController();
    const asked = askSecondOpinion(testServices({ sessionFiles }), "bob", id, request, signal);
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
    expect(await filesOf(id)).toEqual([]);
  });
});
