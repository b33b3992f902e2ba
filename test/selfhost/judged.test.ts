import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../support/events.ts";
import { readJudgePrompt } from "../support/judging-runtime.ts";
import { type AiRequest, AiStandIn } from "../support/node/ai-stand-in.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";
import { promptOf } from "../support/runtimes.ts";
import { waitFor } from "../support/node/machine.ts";

const REPORT = [
  "The attackers used PowerShell to download the next stage.",
  "They dumped credentials from LSASS memory with Mimikatz.",
  "The malware created a scheduled task to persist.",
  "They deleted the volume shadow copies and encrypted all files on the servers.",
  "The loader injected its code into explorer.exe.",
  "The stolen archives were uploaded to a cloud storage service with Rclone.",
  "The backdoor takes screenshots and records keystrokes.",
  "They moved between hosts by RDP with valid accounts.",
  "A web shell on the Exchange server ran commands for them.",
  "Employees received mails with a malicious attachment.",
].join(" ");

const ai = new AiStandIn();
const folder = preparedFolder();
let service: RunningService;

const settings = () => ({
  PROVIDER_B_KIND: "openai_compatible",
  PROVIDER_B_MODEL: "small",
  PROVIDER_B_BASE_URL: ai.baseUrl("openai_compatible"),
  PROVIDER_B_INPUT_PRICE: "1",
  PROVIDER_B_OUTPUT_PRICE: "1",
});

const pairsOf = ({ body }: AiRequest) => readJudgePrompt(promptOf(body)).pairs;

/** A model that says yes to everything. */
const agree = (request: AiRequest) => ({
  text: JSON.stringify({
    verdicts: pairsOf(request).map(({ pair }) => ({
      pair,
      verdict: "yes",
      attack_id: "",
      reason: "The text says so.",
    })),
    missed: [],
  }),
});

/** Pairs that the model was asked about so far. */
const asked = () => ai.asked.flatMap(pairsOf);

function form(): RequestInit {
  const body = new FormData();
  body.set("text", REPORT);
  return { method: "POST", body };
}
const QUERY = "provider=provider_b&mode=judged";

beforeAll(async () => {
  await ai.listen();
  ai.behave = agree;
  service = await startService(folder.path, settings());
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  ai.close();
});

describe("a judged analysis of the self-hosted service", () => {
  it("survives a crash without asking twice, shows its progress, and then costs nothing", async () => {
    const estimated = await fetch(`${service.url}/api/analyze/estimate?${QUERY}`, form());
    const estimate = (await estimated.json()) as { pairs: number; calls: number };
    expect(estimate.calls).toBeGreaterThan(1);
    expect(ai.asked).toHaveLength(0);

    let calls = 0;
    ai.behave = (request) => ((calls += 1) > 1 ? { silence: true } : agree(request));
    const broken = fetch(`${service.url}/api/analyze?${QUERY}`, form()).catch(() => null);
    const hasStored = async () => {
      const answer = await fetch(`${service.url}/api/analyze/estimate?${QUERY}`, form());
      return ((await answer.json()) as { cached_pairs: number }).cached_pairs > 0 || null;
    };
    await waitFor("a stored verdict", hasStored);
    await service.killAll();
    await broken;
    const known = ai.asked.slice(0, 1).flatMap(pairsOf).length;
    ai.asked.length = 0;
    ai.behave = agree;

    service = await startService(folder.path, settings());
    const failed = await fetch(`${service.url}/api/analyze/sessions?status=failed`);
    const [left] = (await failed.json()) as { session_id: string }[];
    const path = `${service.url}/api/analyze/sessions/${left?.session_id}`;
    const retried = await fetch(`${path}/retry`, { method: "POST" });
    const analysis = (await retried.json()) as Judged;
    expect(analysis.usage).toMatchObject({ cached_pairs: known, pairs: estimate.pairs });
    expect(asked()).toHaveLength(estimate.pairs - known);
    expect(analysis.techniques.map(({ judgement }) => judgement.standing)).toContain("agreed");

    const before = ai.asked.length;
    const response = await fetch(`${service.url}/api/analyze/stream?${QUERY}`, form());
    const events = eventsOf(await response.text());
    expect(events).toContainEqual({
      type: "progress",
      stage: "judge",
      done: estimate.pairs,
      total: estimate.pairs,
    });
    const result = events.at(-1)?.["data"] as Judged;
    expect(result.techniques).toEqual(analysis.techniques);
    expect(result.usage).toMatchObject({ calls: 0, cost: 0, cached_pairs: estimate.pairs });
    expect(ai.asked).toHaveLength(before);
  });
});

interface Judged {
  usage: object;
  techniques: { judgement: { standing: string } }[];
}
