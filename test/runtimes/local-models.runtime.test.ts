import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsOf } from "../support/events.ts";
import { readJudgePrompt } from "../support/judging-runtime.ts";
import {
  CONTEXT,
  llamaServer,
  type LocalRuntime,
  ollama,
  requireFiles,
} from "../support/node/local-runtime.ts";
import { scaled } from "../support/node/machine.ts";
import { type Exchange, RecordingProxy } from "../support/node/recording-proxy.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

requireFiles();
// A model on one thread needs minutes for a report.
vi.setConfig({ testTimeout: scaled(300_000) });

/** Longer than the context of the runtimes. */
const LONG_REPORT = Array.from(
  { length: 115 },
  (_, at) =>
    `On day ${at + 1} the intruders copied folder ${at * 7} of the archive to a rented server and removed their tools from workstation ${at * 3}.`,
).join(" ");

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
];

interface Analysis {
  code?: string;
  detail?: string;
  session_id: string;
  coverage: { chars_total: number; chars_analyzed: number; chunks: number };
  usage: { calls: number; input_tokens: number; output_tokens: number; cached_pairs: number };
  techniques: Judged[];
  candidates: Judged[];
}
interface Judged {
  attack_id: string;
  judgement: { verdicts: { start: number; end: number; verdict: string; reason: string }[] };
}

const RUNTIMES = { "llama-server": llamaServer, Ollama: ollama };

describe.each(["llama-server", "Ollama"] as const)("%s", (name) => {
  const folder = preparedFolder();
  let runtime: LocalRuntime;
  let proxy: RecordingProxy;
  let service: RunningService;

  beforeAll(async () => {
    runtime = await RUNTIMES[name]();
    await runtime.start();
    proxy = new RecordingProxy(runtime.url);
    await proxy.listen();
    const base = name === "Ollama" ? proxy.url : `${proxy.url}/v1`;
    service = await startService(folder.path, {
      ...runtime.settings("B"),
      PROVIDER_B_BASE_URL: base,
      PROVIDER_B_TIMEOUT_MS: "1200000",
      ...runtime.settings("C", "no-such-model"),
      PROVIDER_C_BASE_URL: base,
      PROVIDER_C_TIMEOUT_MS: "1200000",
    });
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
    proxy.close();
    runtime.kill();
  });
  beforeEach(() => {
    proxy.exchanges.length = 0;
    proxy.onAnswer = () => undefined;
  });

  /** The calls of the model, those that broke off too. */
  const calls = () => proxy.exchanges.filter(({ path }) => /\/chat(?:\/completions)?$/.test(path));
  const promptsOf = (exchanges: readonly Exchange[]) => exchanges.map(promptOf);

  const send = async (path: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    return await post(`${service.url}/api/analyze${path}`, form);
  };
  const analyse = async (fields: Record<string, string>) => {
    const { status, text: answer } = await send("", { provider: "provider_b", ...fields });
    return { status, body: JSON.parse(answer) as Analysis };
  };
  const estimate = async (text: string) => {
    const query = "?provider=provider_b&mode=judged";
    const response = await send(`/estimate${query}`, { text });
    return JSON.parse(response.text) as { calls: number; pairs: number; cached_pairs: number };
  };

  /** What holds for every call that was answered. */
  const expectFit = () => {
    for (const call of calls().filter(({ status }) => status > 0)) {
      const { read, written } = countedBy(call);
      expect(call.status).toBe(200);
      expect(read).toBeGreaterThan(0);
      expect(read + written).toBeLessThanOrEqual(CONTEXT);
    }
  };
  const expectUsage = ({ usage }: Analysis) => {
    const counted = calls().map(countedBy);
    expect(usage).toMatchObject({
      calls: counted.length,
      input_tokens: counted.reduce((sum, { read }) => sum + read, 0),
      output_tokens: counted.reduce((sum, { written }) => sum + written, 0),
    });
  };

  it("is sent a report that exceeds its context in chunks that fit, one after the other", async ({
    annotate,
  }) => {
    const response = await send("/stream", { provider: "provider_b", text: LONG_REPORT });
    const events = eventsOf(response.text);
    const last = events.at(-1);
    const prompts = promptsOf(calls());
    const [, chunks = "1"] = /This is part 1 of (\d+) of the report/.exec(prompts[0] ?? "") ?? [];
    expect(Number(chunks)).toBeGreaterThan(2);
    expectFit();
    await annotate(describeOutcome(last?.["code"], calls()));
    if (last?.type === "error") {
      // Cut twice at its longest answer, or of no use in another way: a small model may do no better.
      expect(last["code"]).toBe("provider_bad_output");
      return;
    }
    const analysis = last?.["data"] as Analysis;
    expect(analysis.coverage).toEqual({
      chars_total: LONG_REPORT.length,
      chars_analyzed: LONG_REPORT.length,
      chunks: Number(chunks),
    });
    const sent = prompts.join("\n");
    for (const sentence of LONG_REPORT.split(/(?<=\.) /)) expect(sent).toContain(sentence);
    expectUsage(analysis);
  });

  it("judges pairs that it was asked about, counts what it took, and is not asked again", async ({
    annotate,
  }) => {
    const text = REPORT.slice(0, 2).join(" ");
    const { status, body } = await analyse({ mode: "judged", text });
    expectFit();
    await annotate(describeOutcome(body.code, calls()));
    const asked = new Set(promptsOf(calls()).flatMap(pairsIn));
    expect(asked.size).toBeGreaterThan(1);
    const before = await estimate(text);
    expect(before.cached_pairs).toBeLessThanOrEqual(asked.size);
    if (status !== 200) {
      expect(body.code).toBe("provider_bad_output");
      return;
    }
    expectUsage(body);
    const verdicts = [...body.techniques, ...body.candidates].flatMap((technique) =>
      technique.judgement.verdicts.map((verdict) => ({ ...verdict, id: technique.attack_id })),
    );
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { id, start, end } of verdicts) {
      expect(asked).toContain(`${id} ${text.slice(start, end)}`);
    }
    proxy.exchanges.length = 0;
    const second = await analyse({ mode: "judged", text });
    const again = promptsOf(calls()).flatMap(pairsIn);
    // Only pairs that it left without a verdict are asked again.
    expect(new Set(again).size).toBeLessThanOrEqual(before.pairs - before.cached_pairs);
    if (before.cached_pairs === before.pairs) {
      expect(second.body.usage).toMatchObject({ calls: 0, input_tokens: 0 });
      expect(second.body.techniques).toEqual(body.techniques);
    }
  });

  it("answers a wrong model name as it does", async ({ annotate }) => {
    const text = REPORT[0] ?? "";
    const { status, body } = await analyse({ provider: "provider_c", mode: "judged", text });
    await annotate(describeOutcome(body.code, calls()));
    if (name === "Ollama") {
      expect(body).toMatchObject({
        code: "provider_error",
        detail: expect.stringContaining(
          "The provider does not know the model 'no-such-model' (HTTP 404); check PROVIDER_C_MODEL and PROVIDER_C_BASE_URL",
        ),
      });
      return;
    }
    // llama-server answers every name with the one model that it has.
    expect(calls().map((call) => call.status)).toContain(200);
    if (status !== 200) expect(body.code).toBe("provider_bad_output");
  });

  it("that stops in the middle is a fault, and a retry goes on", async ({ annotate }) => {
    const text = REPORT.toReversed().join(" ");
    expect((await estimate(text)).calls).toBeGreaterThan(1);
    proxy.onAnswer = ({ path }) => {
      if (path.includes("/chat")) runtime.kill();
    };
    const { status, body } = await analyse({ mode: "judged", text });
    expect(status).toBe(502);
    expect(body).toMatchObject({
      code: "provider_error",
      detail: expect.stringMatching(/cannot be reached or broke off; check PROVIDER_B_BASE_URL/),
    });
    const answered = calls().filter((call) => call.status === 200);
    expect(answered).toHaveLength(1);
    const { cached_pairs: stored } = await estimate(text);
    proxy.onAnswer = () => undefined;
    proxy.exchanges.length = 0;
    await runtime.start();

    const response = await post(`${service.url}/api/analyze/sessions/${body.session_id}/retry`);
    const retried = JSON.parse(response.text) as Analysis;
    expectFit();
    await annotate(`${stored} verdicts stored; ${describeOutcome(retried.code, calls())}`);
    if (response.status !== 200) {
      expect(retried.code).toBe("provider_bad_output");
      return;
    }
    expect(retried.usage.cached_pairs).toBeGreaterThanOrEqual(stored);
    expectUsage(retried);
  });
});

/** Posts a form, and waits for the answer longer than the five minutes of `fetch`. */
async function post(url: string, form?: FormData): Promise<{ status: number; text: string }> {
  const body = new Response(form);
  const type = body.headers.get("Content-Type");
  const headers = type === null ? {} : { "Content-Type": type };
  const asked = request(url, { method: "POST", headers });
  asked.end(Buffer.from(await body.arrayBuffer()));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await readText(response) };
}

/** What a person who runs these tests wants to know of them. */
function describeOutcome(code: unknown, calls: readonly Exchange[]): string {
  const counted = calls.map(countedBy);
  const most = Math.max(...counted.map(({ read }) => read || 0));
  return `${typeof code === "string" ? code : "completed"}: ${calls.length} calls, at most ${most} tokens in a prompt`;
}

/** The text of all messages of a call. */
function promptOf({ body }: Exchange): string {
  const { messages } = JSON.parse(body) as { messages: { content: string | { text: string }[] }[] };
  return messages
    .map(({ content }) =>
      typeof content === "string" ? content : content.map(({ text }) => text).join("\n"),
    )
    .join("\n");
}

/** The pairs that a prompt of the judge asks about. */
const pairsIn = (prompt: string) =>
  readJudgePrompt(prompt).pairs.map(({ attack_id, text }) => `${attack_id} ${text}`);

/** What a runtime says that it read and wrote, in whichever format. */
function countedBy({ answer }: Exchange): { read: number; written: number } {
  const last = (field: RegExp) => Number([...answer.matchAll(field)].at(-1)?.[1] ?? Number.NaN);
  return {
    read: last(/"prompt_(?:tokens|eval_count)":(\d+)/g),
    written: last(/"(?:completion_tokens|eval_count)":(\d+)/g),
  };
}
