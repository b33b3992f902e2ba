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

const REPORT = longReport(3_000);
const formatsOf = (calls: Record<string, unknown>[]) =>
  calls.map((body) => (body["response_format"] as { type?: string } | undefined)?.type ?? "none");

beforeAll(ingestSmallRelease);

describe.each([false, true])("an answer (streamed: %s)", (stream) => {
  const twice = async (network: typeof fetch, kind: "ollama" | "openai_compatible") => {
    const services = servicesWith(network);
    await analyseWith(services, REPORT, { kind }, stream);
    const { summary } = await analyseWith(services, REPORT, { kind }, stream);
    expect(summary).toBe("Nothing is known.");
  };

  it("is held to the schema", async () => {
    const runtime = vllm({ context: 32_768, answer });
    await twice(runtime.network, "openai_compatible");
    expect(runtime.calls()[0]).toMatchObject({
      response_format: {
        type: "json_schema",
        json_schema: {
          strict: true,
          schema: { type: "object", required: ["summary", "techniques", "groups"] },
        },
      },
    });
  });

  it.each([
    ["vLLM", vllm],
    ["llama.cpp", llamaCpp],
  ])("is asked for as JSON once %s refused the schema", async (_, runtimeOf) => {
    const runtime = runtimeOf({
      context: 32_768,
      answer,
      accepts: ["text", "json_object", "none"],
    });
    await twice(runtime.network, "openai_compatible");
    expect(formatsOf(runtime.calls())).toEqual(["json_schema", "json_object", "json_object"]);
  });

  it("is asked for in the prompt alone once JSON was refused, too", async () => {
    const runtime = vllm({ context: 32_768, answer, accepts: ["text"] });
    await twice(runtime.network, "openai_compatible");
    expect(formatsOf(runtime.calls())).toEqual(["json_schema", "json_object", "none", "none"]);
  });

  it("of Ollama's own interface falls back the same way", async () => {
    const old = ollama({ context: 4_096, answer, accepts: ["json", "none"] });
    await twice(old.network, "ollama");
    const formats = old.calls().map(({ format }) => typeof format);
    expect(formats).toEqual(["object", "string", "string"]);
  });

  it("is not asked for otherwise after a refusal for another reason", async () => {
    let calls = 0;
    const network: typeof fetch = async (input, init) => {
      if (new Request(input, init).method === "GET") return new Response("", { status: 404 });
      if (!new Request(input, init).url.endsWith("/chat/completions")) {
        return new Response("", { status: 404 });
      }
      calls += 1;
      return Response.json({ error: { message: "top_k is too high" } }, { status: 400 });
    };
    await expect(twice(network, "openai_compatible")).rejects.toMatchObject({
      message: expect.stringMatching(/refused the request \(HTTP 400\)/),
    });
    expect(calls).toBe(1);
  });
});

it("parts that are refused side by side fall back one step", async () => {
  const runtime = vllm({ context: 4_096, answer, accepts: ["text", "json_object"] });
  await analyseWith(servicesWith(runtime.network), longReport(15_000));
  expect(new Set(formatsOf(runtime.calls()))).toEqual(new Set(["json_schema", "json_object"]));
});

it("a server that refuses stream_options is asked without them", async () => {
  const runtime = vllm({ context: 32_768, answer });
  const strict: typeof fetch = async (input, init) => {
    const response = await runtime.network(input, init);
    const body = runtime.asked.at(-1)?.body;
    if (body?.["stream_options"] === undefined) return response;
    const detail = [{ type: "extra_forbidden", loc: ["body", "stream_options"] }];
    return Response.json({ detail }, { status: 422 });
  };
  const { summary } = await analyseWith(servicesWith(strict), REPORT, {}, true);
  expect(summary).toBe("Nothing is known.");
  expect(formatsOf(runtime.calls())).toEqual(["json_schema", "json_schema"]);
});

it.each([400, 422])(
  "a server that refuses a temperature (HTTP %i) is asked without one",
  async (status) => {
    const runtime = vllm({ context: 32_768, answer });
    const fixed: typeof fetch = async (input, init) => {
      const response = await runtime.network(input, init);
      if (runtime.asked.at(-1)?.body["temperature"] === undefined) return response;
      const message = "Unsupported value: 'temperature' does not support 0 with this model.";
      return Response.json({ error: { message } }, { status });
    };
    const services = servicesWith(fixed);
    await analyseWith(services, REPORT);
    await analyseWith(services, REPORT);
    const temperatures = runtime.calls().map((body) => body["temperature"]);
    expect(temperatures).toEqual([0, undefined, undefined]);
  },
);

it("a report is asked about in the same words each time, so that the answers are the same", async () => {
  const [first, second] = [1, 2].map(() => vllm({ context: 4_096, answer }));
  for (const runtime of [first, second]) {
    await analyseWith(servicesWith(runtime?.network ?? fetch), longReport(15_000));
  }
  expect(first?.calls().length).toBeGreaterThan(3);
  expect(second?.calls()).toEqual(first?.calls());
});
