import { openDocument } from "../../../../src/text/outline/open-document.ts";
import type { Block } from "../../../../src/text/document/document.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { resolveIndex } from "../../../../src/knowledge/attack/resolve-release.ts";
import type { ModelBinding } from "../../../../src/reading/providers/language-model/open-model.ts";
import { parseAnswer } from "../../../../src/reading/providers/language-model/parse-answer.ts";
import { toFault } from "../../../../src/reading/providers/language-model/provider-fault.ts";
import { createLanguageModelProvider } from "../../../../src/reading/providers/language-model/language-model-provider.ts";
import { APICallError } from "@ai-sdk/provider";
import { ingestSmallRelease, testServices } from "../../../support/service.ts";

const KINDS = ["anthropic", "openai", "google", "openai_compatible", "ollama"] as const;
const TEXT = "The actor sent phishing mails (T1566) to everybody.";
const EVENTS = { token: () => undefined, progress: () => undefined };
const ANSWER = {
  summary: "Mails were sent.",
  techniques: [{ attack_id: "T1566", confidence: 0.9, evidence: "sent phishing mails" }],
};

const bind = (change: Partial<ModelBinding> = {}): ModelBinding => ({
  kind: "openai_compatible",
  prefix: "PROVIDER_B",
  model: "small",
  apiKey: "key",
  baseUrl: "https://models.unit.dev/v1",
  timeoutMs: 1_500,
  chunkChars: 48_000,
  ...change,
});

/** Analyses with a model behind a network of one function. */
async function analyse(
  network: typeof fetch,
  binding: ModelBinding,
  stream: boolean,
  known: readonly Block[] = [],
) {
  const context = testServices({ network: { public: network, operator: network } });
  const release = await resolveIndex(context, { domain: "enterprise-attack" });
  const { signal } = new AbortController();
  const provider = createLanguageModelProvider(context, binding);
  const document = openDocument(TEXT, known);
  return await provider.analyse({ document, release, signal, stream }, EVENTS);
}

/** A server of models that says nothing of itself: each call of the model goes to `answer`. */
const serving =
  (answer: () => Response | Promise<Response>): typeof fetch =>
  async (input, init) => {
    const { url } = new Request(input, init);
    const isAbout = /\/(?:models|props|show|ps)$/.test(url);
    return isAbout ? new Response("", { status: 404 }) : await answer();
  };

const refused = async () => await Promise.reject(new TypeError("fetch failed"));

beforeAll(ingestSmallRelease);

describe.each([false, true])("a provider (streamed: %s)", (stream) => {
  it("that refuses connections is said to be out of reach, not to be silent", async () => {
    await expect(analyse(refused, bind(), stream)).rejects.toMatchObject({
      code: "provider_error",
      message: expect.stringMatching(/cannot be reached or broke off; check PROVIDER_B_BASE_URL/),
    });
  });

  it("that is out of reach until the time is over is told of as that", async () => {
    let calls = 0;
    const busy = async () => {
      calls += 1;
      return calls === 1
        ? Response.json({ error: { message: "busy" } }, { status: 503 })
        : await new Promise<never>(() => undefined);
    };
    await expect(analyse(serving(busy), bind(), stream)).rejects.toMatchObject({
      code: "provider_error",
      message: expect.stringMatching(/failed \(HTTP 503\)/),
    });
  });

  it.each(KINDS)("(%s) that answers with a web page is told of as that, at once", async (kind) => {
    let calls = 0;
    const page = async () => {
      calls += 1;
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      return new Response("<!doctype html><title>Sign in</title>", { headers });
    };
    await expect(analyse(serving(page), bind({ kind }), stream)).rejects.toMatchObject({
      code: "provider_error",
      message: `The provider (${kind}) answers with text/html instead of a model's answer; check PROVIDER_B_BASE_URL.`,
    });
    expect(calls).toBe(1);
  });

  it("that names no groups costs nothing of the answer", async () => {
    const content = JSON.stringify(ANSWER);
    const common = { id: "1", created: 1, model: "small" };
    const chunk = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const message = { role: "assistant", content };
    const whole = { ...common, choices: [{ index: 0, message, finish_reason: "stop" }] };
    let calls = 0;
    const network = async () => {
      calls += 1;
      return stream
        ? new Response(`${chunk(message, null)}${chunk({}, "stop")}data: [DONE]\n\n`, {
            headers: { "Content-Type": "text/event-stream" },
          })
        : Response.json(whole);
    };
    const findings = await analyse(serving(network), bind({ timeoutMs: 20_000 }), stream);
    expect(findings).toMatchObject({ summary: "Mails were sent.", group_names: [] });
    expect(findings.techniques.map(({ attack_id: id }) => id)).toEqual(["T1566"]);
    expect(calls).toBe(1);
  });
});

describe("an answer of which no row can be read", () => {
  const [good] = ANSWER.techniques;
  const bad = { ...ANSWER, techniques: [{ ...good, confidence: "high" }] };
  const answering = (...answers: object[]) => {
    const prompts: string[] = [];
    const network: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.endsWith("/chat/completions")) return new Response("", { status: 404 });
      prompts.push(await request.text());
      const content = JSON.stringify(answers[Math.min(prompts.length, answers.length) - 1]);
      const choices = [
        { index: 0, message: { role: "assistant", content }, finish_reason: "stop" },
      ];
      return Response.json({
        id: "1",
        object: "chat.completion",
        created: 1,
        model: "small",
        choices,
        usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
      });
    };
    return { network, prompts };
  };

  it("is asked for again, with what is wrong", async () => {
    const { network, prompts } = answering(bad, ANSWER);
    const findings = await analyse(network, bind({ timeoutMs: 20_000 }), false);
    expect(findings).toMatchObject({ techniques: [{ attack_id: "T1566" }], rejected: [] });
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain("No technique could be read: T1566");
  });

  it.each([
    ["again", [bad]],
    ["before one that cannot be read at all", [bad, { summary: 5 }]],
  ])("fails the analysis when it comes %s", async (_when, answers) => {
    const { network } = answering(...answers);
    await expect(analyse(network, bind({ timeoutMs: 20_000 }), false)).rejects.toMatchObject({
      code: "provider_bad_output",
    });
  });
});

it("a model is not shown what belongs to the page", async () => {
  const prompts: string[] = [];
  const network = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/chat/completions")) prompts.push(await request.text());
    return Response.json({ error: { message: "no" } }, { status: 400 });
  };
  const end = TEXT.indexOf(" to everybody");
  const head = {
    kind: "furniture",
    start: 0,
    end: TEXT.indexOf(" phishing"),
    source: "format",
  } as const;
  const rest = {
    kind: "paragraph",
    start: head.end + 1,
    end: TEXT.length,
    source: "format",
  } as const;
  await expect(analyse(network, bind(), false, [head, rest])).rejects.toBeDefined();
  expect(prompts.length).toBeGreaterThan(0);
  expect(prompts[0]).toContain(TEXT.slice(rest.start, end));
  expect(prompts[0]).not.toContain("The actor sent");
});

describe("an answer", () => {
  it.each([
    [undefined, []],
    [null, []],
    [["APT29", 5, null], ["APT29"]],
  ])("with the groups %j has %j", (groups, expected) => {
    const parsed = parseAnswer(JSON.stringify({ ...ANSWER, groups }));
    expect(parsed).toMatchObject({ answer: { ...ANSWER, groups: expected } });
  });

  it.each([
    ["a wrong type", { evidence: 5 }, /'evidence'/],
    ["no confidence", { confidence: undefined }, /'confidence'/],
    ["a confidence in words", { confidence: "high" }, /'confidence'/],
  ])("loses no row but the one with %s", (_what, change, reason) => {
    const [good] = ANSWER.techniques;
    const bad = { ...good, attack_id: " t1003.001 ", ...change };
    const rows = [good, bad, "T1059", { ...good, attack_id: "T1486" }];
    const parsed = parseAnswer(JSON.stringify({ ...ANSWER, techniques: rows }));
    expect(parsed).toMatchObject({
      answer: { techniques: [{ attack_id: "T1566" }, { attack_id: "T1486" }] },
      rejected: [
        { attack_id: "T1003.001", reason: expect.stringMatching(reason) },
        { attack_id: "row 3", reason: expect.stringContaining("not of the schema") },
      ],
    });
  });

  it("keeps a row with a field of its own, and bounds its confidence", () => {
    const [good] = ANSWER.techniques;
    const techniques = [{ ...good, confidence: 7, tactic: "impact" }];
    const parsed = parseAnswer(JSON.stringify({ ...ANSWER, techniques }));
    expect(parsed).toMatchObject({ answer: { techniques: [{ ...good, confidence: 1 }] } });
  });

  it("without techniques is still none", () => {
    expect(parseAnswer('{"summary": "x"}')).toHaveProperty("fault");
  });
});

describe("a provider that asks to wait", () => {
  it("is believed as a number and as a date", () => {
    const fault = (after: string) =>
      toFault(
        new APICallError({
          message: "x",
          url: "https://models.unit.dev",
          requestBodyValues: {},
          statusCode: 429,
          responseHeaders: { "retry-after": after },
        }),
        bind(),
      ).retryAfter;
    expect(fault("17")).toBe(17);
    const date = new Date(Date.now() + 10 * 60_000).toUTCString();
    expect(fault(date)).toBeGreaterThan(8 * 60);
    expect(fault("soon")).toBeNull();
  });
});
