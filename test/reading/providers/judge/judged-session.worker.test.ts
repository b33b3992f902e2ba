import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSeed } from "../../../../src/knowledge/attack/load-seed.ts";
import { analyseReport } from "../../../../src/reading/sessions/analyse-report.ts";
import { beginSession } from "../../../../src/reading/sessions/begin-session.ts";
import { deleteSession } from "../../../../src/reading/sessions/delete-session.ts";
import { readAnalysisInput } from "../../../../src/reading/sessions/read-analysis-input.ts";
import { retrySession } from "../../../../src/reading/sessions/retry-session.ts";
import { parseSettings } from "../../../../src/settings.ts";
import type { Services } from "../../../../src/services.ts";
import { judgingRuntime } from "../../../support/judging-runtime.ts";
import type { StandInRuntime } from "../../../support/runtimes.ts";
import { testServices } from "../../../support/service.ts";

const ACTOR = { name: "ann", role: "admin" as const };

beforeAll(async () => {
  await loadSeed(testServices(), async () => undefined);
});

let runtimes = 0;

/** Each has an address of its own, so that no test gets the verdicts of another. */
const services = ({ network }: Pick<StandInRuntime, "network">): Services =>
  testServices({
    settings: parseSettings({
      PROVIDER_B_KIND: "openai_compatible",
      PROVIDER_B_MODEL: "small",
      PROVIDER_B_BASE_URL: `http://runtime-${(runtimes += 1)}.unit.dev/v1`,
      PROVIDER_B_INPUT_PRICE: "0.5",
      PROVIDER_B_OUTPUT_PRICE: "2",
    }),
    network: { public: network, operator: network },
  });

async function analyse(context: Services, text: string, min_confidence?: number) {
  const least = min_confidence === undefined ? {} : { min_confidence };
  const form = { text, provider: "provider_b", mode: "judged" as const, ...least };
  const input = await readAnalysisInput(context, form);
  const { id } = await beginSession(context, ACTOR, input);
  const progress: string[] = [];
  const events = {
    token: () => undefined,
    progress: (stage: string, done: number, total: number) =>
      void progress.push(`${stage} ${done}/${total}`),
  };
  const { signal } = new AbortController();
  const analysis = await analyseReport(context, id, input, events, signal);
  return { id, analysis, progress };
}

const POWERSHELL = "The attackers used PowerShell to download the next stage.";
const LSASS = "They dumped credentials from LSASS memory with Mimikatz.";
const TEXT = `${POWERSHELL} ${LSASS}`;
/** What is stored of the answers of one test, which are told by their reason. */
const countVerdicts = async () =>
  await env.WORKSPACE_DB.prepare(
    "select count(*) from verdicts where reason = 'Said while it broke.'",
  ).first("count(*)");
const yes = () => ({ verdict: "yes" });

describe("a judged analysis", () => {
  it("raises what both name and stores who says what, and what it took", async () => {
    const runtime = judgingRuntime((text, id) => ({
      verdict:
        (id === "T1059.001" && text === POWERSHELL) || (id === "T1003.001" && text === LSASS)
          ? "yes"
          : "no",
    }));
    const { analysis, progress } = await analyse(services(runtime), TEXT);
    expect(analysis.mode).toBe("judged");
    expect(analysis.model).toMatch(/^embedded\/enterprise-attack-[\d.]+ \+ small$/);
    expect(analysis.techniques.map(({ attack_id }) => attack_id).toSorted()).toEqual([
      "T1003.001",
      "T1059.001",
    ]);
    const lsass = analysis.techniques.find(({ attack_id }) => attack_id === "T1003.001");
    const start = TEXT.indexOf(LSASS);
    expect(lsass).toMatchObject({ evidence: LSASS, evidence_start: start, verified: true });
    expect(lsass?.judgement).toMatchObject({
      standing: "agreed",
      verdicts: [
        {
          start,
          end: start + LSASS.length,
          verdict: "yes",
          other_id: null,
          reason: "Said of T1003.001.",
        },
      ],
    });
    expect(lsass?.confidence).toBeGreaterThan(lsass?.judgement?.embedded ?? 1);
    const pairs = runtime.pairs().length;
    expect(pairs).toBeGreaterThan(2);
    expect(analysis.usage).toMatchObject({ calls: 1, pairs, cached_pairs: 0 });
    const { input_tokens: read, output_tokens: written, cost } = analysis.usage ?? {};
    expect(cost).toBeCloseTo(((read ?? 0) * 0.5 + (written ?? 0) * 2) / 1e6, 4);
    expect(progress.at(-1)).toBe(`judge ${pairs}/${pairs}`);
  });

  it("asks the same questions in the same words, so that the answers are the same", async () => {
    const [first, second] = [judgingRuntime(yes), judgingRuntime(yes)];
    for (const runtime of [first, second]) await analyse(services(runtime), TEXT);
    expect(first.calls()).toMatchObject([{ temperature: 0 }]);
    expect(second.calls()).toEqual(first.calls());
  });

  it("asks in other words about pairs that were left without a verdict", async () => {
    const runtime = judgingRuntime(() => ({ verdict: "perhaps" }));
    await expect(analyse(services(runtime), TEXT)).rejects.toMatchObject({
      code: "provider_bad_output",
    });
    const prompts = runtime.calls().map((body) => JSON.stringify(body["messages"]));
    expect(prompts).toHaveLength(4);
    expect(new Set(prompts).size).toBe(4);
  });

  it("asks about no pair twice, in whatever session", async () => {
    const runtime = judgingRuntime(yes);
    const context = services(runtime);
    const text = `${TEXT} It was the second of May.`;
    const first = await analyse(context, text);
    const asked = runtime.pairs().length;
    const second = await analyse(context, text);
    expect(runtime.pairs()).toHaveLength(asked);
    expect(second.analysis.usage).toMatchObject({ calls: 0, cost: 0, cached_pairs: asked });
    expect(second.analysis.techniques).toEqual(first.analysis.techniques);
    await deleteSession(context, "ann", first.id);
    await analyse(context, text);
    expect(runtime.pairs()).toHaveLength(2 * asked);
  });

  it("goes on where it was broken off", async () => {
    const sentences = [
      POWERSHELL,
      LSASS,
      "The malware created a scheduled task to persist.",
      "They deleted the volume shadow copies and encrypted all files.",
      "The loader injected its code into explorer.exe.",
      "The stolen archives were uploaded to MEGA with Rclone.",
      "The backdoor takes screenshots and records keystrokes.",
      "They moved between hosts by RDP with valid accounts.",
    ];
    let isBroken = true;
    let calls = 0;
    const working = judgingRuntime(
      () => ({ verdict: "yes", reason: "Said while it broke." }),
      () => [],
      1_800,
    );
    const network: typeof fetch = async (input, init) => {
      const isCall = String(input instanceof Request ? input.url : input).includes("/chat/");
      if (isCall && isBroken && (calls += 1) > 1) {
        await expect.poll(countVerdicts).toBeGreaterThan(0);
        return new Response("{}", { status: 401 });
      }
      return await working.network(input, init);
    };
    const context = services({ network });
    const form = {
      text: sentences.join(" "),
      provider: "provider_b",
      mode: "judged" as const,
    };
    const input = await readAnalysisInput(context, form);
    const { id } = await beginSession(context, ACTOR, input);
    const { signal } = new AbortController();
    await expect(analyseReport(context, id, input, null, signal)).rejects.toThrow("HTTP 401");
    const before = new Set(working.pairs());
    expect(before.size).toBeGreaterThan(0);
    isBroken = false;
    const analysis = await retrySession(context, "ann", id, {}, signal);
    expect(working.pairs()).toHaveLength(new Set(working.pairs()).size);
    expect(analysis.usage?.cached_pairs).toBe(before.size);
  });

  it("marks what the model does not see as disputed, with its other id asked about", async () => {
    const text = `Then the intruders went on. ${LSASS}`;
    const runtime = judgingRuntime((passage, id) => {
      if (passage !== LSASS) return { verdict: "no" };
      if (id === "T1003.001") return { verdict: "other", attack_id: "T1003.004" };
      return { verdict: id === "T1003.004" ? "yes" : "no" };
    });
    const { analysis } = await analyse(services(runtime), text, 0);
    const of = (id: string) => analysis.techniques.find(({ attack_id }) => attack_id === id);
    expect(of("T1003.001")?.judgement).toMatchObject({
      standing: "disputed",
      verdicts: [{ verdict: "other", other_id: "T1003.004" }],
    });
    expect(of("T1003.001")?.warnings).toContain(
      "The language model does not see this technique in its passages. Compare its reasons.",
    );
    expect(runtime.pairs()).toContain(`T1003.004 ${LSASS}`);
  });

  it("adds what the model sees besides, once it has judged that as well", async () => {
    const text = `It was a long night. ${POWERSHELL}`;
    const adds = (id: string) => (passage: string) => (passage === POWERSHELL ? [id] : []);
    const confirmed = judgingRuntime(yes, adds("T1486"));
    const found = await analyse(services(confirmed), text);
    const added = found.analysis.candidates.find(({ attack_id }) => attack_id === "T1486");
    // The embedded analyzer sees nothing of encryption in the sentence, so the model's word makes a candidate.
    expect(added?.judgement).toMatchObject({ standing: "model_only" });
    const unknown = judgingRuntime(yes, adds("T9999"));
    const other = await analyse(services(unknown), `${text} Nobody noticed.`);
    expect(other.analysis.techniques.map(({ attack_id }) => attack_id)).not.toContain("T9999");
    expect(unknown.pairs().join()).not.toContain("T9999");
  });

  it("is refused for the slot of the embedded analyzer", async () => {
    const context = services(judgingRuntime(yes));
    const input = readAnalysisInput(context, { text: TEXT, mode: "judged" });
    await expect(input).rejects.toThrow(
      "provider_a is the embedded analyzer, which cannot judge its own findings; name a slot with a language model, or another mode.",
    );
  });
});

describe("the estimate of a judged analysis", () => {
  it("is not below what the analysis takes, and counts what is known", async () => {
    const runtime = judgingRuntime(yes);
    const context = services(runtime);
    const text = `${TEXT} Nothing else is known.`;
    const input = await readAnalysisInput(context, {
      text,
      provider: "provider_b",
      mode: "judged",
    });
    const { document, release, strictness } = input;
    const { signal } = new AbortController();
    const request = { document, release, strictness, signal, stream: false };
    const before = await input.provider.estimate(request);
    expect(runtime.calls()).toHaveLength(0);
    const { analysis } = await analyse(context, text);
    expect(before.pairs).toBe(analysis.usage?.pairs);
    expect(before.calls).toBe(analysis.usage?.calls);
    expect(before.input_tokens).toBeGreaterThanOrEqual(analysis.usage?.input_tokens ?? 0);
    const after = await input.provider.estimate(request);
    expect(after).toMatchObject({ calls: 0, cached_pairs: before.pairs, cost: 0 });
  });
});
