import { beforeAll, describe, expect, it } from "vitest";
import {
  analyseWith,
  longReport,
  NOTHING_FOUND as answer,
  servicesWith,
} from "../../../support/analyse-with-runtime.ts";
import { ollama } from "../../../support/runtime-ollama.ts";
import { llamaCpp, vllm } from "../../../support/runtimes.ts";
import { ingestSmallRelease } from "../../../support/service.ts";
import { countLikeModel } from "../../../support/wire/wire.ts";

/** More than 4,096 tokens by any count, in less than one chunk of the usual size. */
const REPORT = longReport(40_000);
/** More than 4,096 tokens as most vocabularies have them. */
const SHORT = longReport(20_000);
const CUT = {
  code: "provider_error",
  message: expect.stringMatching(/read only \d+ tokens of a prompt/),
};

beforeAll(ingestSmallRelease);

/** The characters of a report that stand in at least one prompt. */
function charsRead(calls: Record<string, unknown>[], report: string): number {
  const prompts = JSON.stringify(calls);
  const sentences = report.split(/(?<=\.) /);
  return sentences.filter((sentence) => prompts.includes(sentence)).join(" ").length;
}

describe.each([false, true])("a runtime with a small context (streamed: %s)", (stream) => {
  it("that hides its limit and cuts a report silently fails the analysis", async () => {
    const runtime = ollama({ context: 4_096, answer, isHidden: true });
    await expect(
      analyseWith(servicesWith(runtime.network), REPORT, {}, stream),
    ).rejects.toMatchObject({
      ...CUT,
      message: expect.stringMatching(
        /read only 4096 tokens of a prompt that has at least \d+ tokens, so a part of the report was cut\. Raise the context of the runtime \(Ollama: num_ctx; llama\.cpp: --ctx-size; vLLM: --max-model-len\), or set PROVIDER_B_CONTEXT_TOKENS to what it has\.$/,
      ),
    });
  });

  it.each([
    ["vLLM", vllm({ context: 4_096, answer })],
    ["llama.cpp", llamaCpp({ context: 4_096, answer })],
    ["Ollama with a loaded model", ollama({ context: 4_096, answer, isLoaded: true })],
    ["Ollama with a Modelfile", ollama({ context: 4_096, answer, modelfileContext: 4_096 })],
    ["Ollama as it is installed", ollama({ context: 4_096, answer })],
  ])("%s is given chunks that fit it", async (_, runtime) => {
    const findings = await analyseWith(servicesWith(runtime.network), SHORT, {}, stream);
    expect(findings.chars_analyzed).toBe(SHORT.length);
    expect(findings.chunks).toBeGreaterThan(4);
    expect(runtime.calls().length).toBe(findings.chunks);
    expect(charsRead(runtime.calls(), SHORT)).toBe(SHORT.length);
    runtime.asked.length = 0;
  });
});

describe("the limit of a runtime", () => {
  it("is asked for at the first call alone", async () => {
    const runtime = vllm({ context: 8_192, answer });
    const services = servicesWith(runtime.network);
    const asked = () => runtime.asked.filter(({ path }) => path === "/v1/models").length;
    await analyseWith(services, longReport(3_000));
    await analyseWith(services, longReport(3_000));
    expect(asked()).toBe(1);
  });

  it("is asked for again after a prompt was cut", async () => {
    const options = { context: 32_768, answer, isLoaded: true };
    const runtime = ollama(options);
    const services = servicesWith(runtime.network);
    await analyseWith(services, REPORT);
    options.context = 4_096;
    await expect(analyseWith(services, REPORT)).rejects.toMatchObject(CUT);
    expect(await analyseWith(services, REPORT)).toMatchObject({ chars_analyzed: REPORT.length });
  });

  it("is asked for again after a prompt was refused", async () => {
    const options = { context: 32_768, answer };
    const services = servicesWith(llamaCpp(options).network);
    await analyseWith(services, SHORT);
    options.context = 4_096;
    await expect(analyseWith(services, SHORT)).rejects.toMatchObject({ code: "provider_error" });
    expect(await analyseWith(services, SHORT)).toMatchObject({ chars_analyzed: SHORT.length });
  });

  it("that is assumed is asked for again", async () => {
    const options = { context: 16_384, answer, isLoaded: false };
    const runtime = ollama(options);
    const services = servicesWith(runtime.network);
    const before = await analyseWith(services, SHORT);
    options.isLoaded = true;
    expect((await analyseWith(services, SHORT)).chunks).toBeLessThan(before.chunks / 2);
  });

  it("of a gateway that reports none is the setting", async () => {
    const runtime = vllm({ context: 131_072, answer, isHidden: true });
    const services = servicesWith(runtime.network);
    const change = { chunkChars: 15_000 };
    expect((await analyseWith(services, SHORT, change)).chunks).toBe(2);
    const other = servicesWith(vllm({ context: 131_072, answer, isHidden: true }).network);
    const stated = await analyseWith(other, SHORT, { ...change, contextTokens: 4_096 });
    expect(stated.chunks).toBeGreaterThan(4);
  });

  it("never enlarges a chunk beyond the setting", async () => {
    const services = servicesWith(vllm({ context: 131_072, answer }).network);
    const { chunks } = await analyseWith(services, SHORT, { chunkChars: 5_000 });
    expect(chunks).toBeGreaterThan(4);
  });

  it("that leaves no room for a report is a fault with what to do", async () => {
    const options = { context: 2_048, answer };
    const runtime = llamaCpp(options);
    const services = servicesWith(runtime.network);
    await expect(analyseWith(services, SHORT)).rejects.toMatchObject({
      code: "provider_error",
      message: expect.stringMatching(/reads 2048 tokens per call.*at least 4096.*--ctx-size/),
    });
    expect(runtime.calls()).toEqual([]);
    options.context = 32_768;
    expect(await analyseWith(services, SHORT)).toMatchObject({ chunks: 1 });
  });

  it.each([
    ["vLLM", vllm({ context: 4_096, answer, isHidden: true })],
    ["llama.cpp", llamaCpp({ context: 4_096, answer, isHidden: true })],
  ])("that %s refuses to exceed is a fault with what to do", async (_, runtime) => {
    await expect(analyseWith(servicesWith(runtime.network), REPORT)).rejects.toMatchObject({
      code: "provider_error",
      message: expect.stringMatching(/exceeds its context.*PROVIDER_B_CONTEXT_TOKENS/),
    });
  });

  it("holds back no analysis where the runtime is slow to say it", async () => {
    const runtime = vllm({ context: 131_072, answer });
    const slow: typeof fetch = async (input, init) =>
      new Request(input, init).method === "GET"
        ? await new Promise<never>(() => undefined)
        : await runtime.network(input, init);
    const findings = await analyseWith(servicesWith(slow), SHORT, { timeoutMs: 2_000 });
    expect(findings.chars_analyzed).toBe(SHORT.length);
  });
});

describe("the kind ollama", () => {
  const bind = { kind: "ollama" } as const;
  const optionsOf = (body: Record<string, unknown> | undefined) =>
    body?.["options"] as { num_ctx: number; num_predict: number };

  it.each([false, true])("sets the context and the schema (streamed: %s)", async (stream) => {
    const runtime = ollama({ context: 4_096, answer });
    const findings = await analyseWith(servicesWith(runtime.network), REPORT, bind, stream);
    expect(findings).toMatchObject({
      chars_analyzed: REPORT.length,
      summary: "Nothing is known.",
      written: stream ? answer.repeat(findings.chunks) : "",
    });
    expect(charsRead(runtime.calls(), REPORT)).toBe(REPORT.length);
    for (const body of runtime.calls()) {
      const { num_ctx: size, num_predict: longest } = optionsOf(body);
      expect(size).toBe(16_384);
      expect(countLikeModel(JSON.stringify(body["messages"])) + longest).toBeLessThan(size);
      expect(body).toMatchObject({
        model: "small",
        stream,
        truncate: false,
        format: { type: "object", required: ["summary", "techniques", "groups"] },
      });
    }
    const paths = new Set(runtime.asked.map(({ path }) => path));
    expect([...paths]).toEqual(["/api/show", "/api/chat"]);
  });

  it("follows the setting, then the Modelfile", async () => {
    for (const [change, modelfileContext, expected] of [
      [{ contextTokens: 6_144 }, 8_192, 6_144],
      [{}, 8_192, 8_192],
      [{ contextTokens: 500_000 }, undefined, 131_072],
    ] as const) {
      const runtime = ollama({
        context: 4_096,
        answer,
        ...(modelfileContext !== undefined && { modelfileContext }),
      });
      await analyseWith(servicesWith(runtime.network), longReport(3_000), { ...bind, ...change });
      expect(optionsOf(runtime.calls()[0]).num_ctx).toBe(expected);
    }
  });

  it.each(["", "/", "/v1", "/api/"])(
    "is reached at the address with %j at its end",
    async (end) => {
      const runtime = ollama({ context: 4_096, answer });
      const baseUrl = `http://runtime.unit.dev${end}`;
      await analyseWith(servicesWith(runtime.network), longReport(3_000), { ...bind, baseUrl });
      expect(runtime.asked.map(({ path }) => path)).toEqual(["/api/show", "/api/chat"]);
    },
  );

  it.each([false, true])("reports an unknown model (streamed: %s)", async (stream) => {
    const network = async () =>
      Response.json({ error: "model 'small' not found" }, { status: 404 });
    await expect(
      analyseWith(servicesWith(network), longReport(3_000), bind, stream),
    ).rejects.toMatchObject({ message: expect.stringMatching(/does not know the model 'small'/) });
  });

  it.each([
    ["a line with an error", '{"error":"an error was encountered while running the model"}\n'],
    [
      "no last line",
      '{"model":"small","message":{"role":"assistant","content":"{"},"done":false}\n',
    ],
  ])("that breaks off with %s is a fault", async (_, end) => {
    const network: typeof fetch = async (input, init) =>
      new URL(new Request(input, init).url).pathname === "/api/chat"
        ? new Response(end, { headers: { "Content-Type": "application/x-ndjson" } })
        : new Response("404 page not found", { status: 404 });
    for (const stream of [false, true]) {
      const change = { ...bind, timeoutMs: 1_500 };
      await expect(
        analyseWith(servicesWith(network), longReport(3_000), change, stream),
      ).rejects.toMatchObject({
        code: "provider_error",
        message: expect.stringMatching(/broke off/),
      });
    }
  });
});
