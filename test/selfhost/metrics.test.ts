import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AiStandIn, answer } from "../support/node/ai-stand-in.ts";
import { waitFor } from "../support/node/machine.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
} from "../support/node/service.ts";
import { readMetrics, valueOf } from "../support/prometheus.ts";

const REPORT = "The actor used PowerShell (T1059.001) to download a loader.";
const DOCS = join(import.meta.dirname, "..", "..", "docs");

const folder = preparedFolder();
const ai = new AiStandIn();
let service: RunningService;
let logged = "";

beforeAll(async () => {
  await ai.listen();
  ai.behave = () => ({ text: answer([], { summary: "The actor downloaded a loader." }) });
  service = await startService(folder.path, {
    LOG_REQUESTS: "true",
    PROVIDER_B_KIND: "openai_compatible",
    PROVIDER_B_MODEL: "near",
    PROVIDER_B_BASE_URL: ai.baseUrl("openai_compatible"),
  });
  service.process.stderr?.on("data", (data: Buffer) => (logged += data.toString()));
});
afterAll(async () => {
  await service.stop();
  ai.close();
  folder.remove();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const scrape = async () => (await get("/metrics")).text;

/** The lines of the log that are JSON, once one has an event and a request's id. */
async function linesOf(requestId: string, event: string): Promise<Record<string, unknown>[]> {
  return await waitFor(`a line of ${requestId}`, async () => {
    const lines = logged
      .split("\n")
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line["request_id"] === requestId);
    return lines.some((line) => line["event"] === event) ? lines : null;
  });
}

describe("GET /metrics of the self-hosted service", () => {
  it("is the text format, by its rules and by promtool where that is installed", async () => {
    const text = await scrape();
    expect(readMetrics(text).size).toBeGreaterThan(15);
    const promtool = spawnSync("promtool", ["check", "metrics"], { input: text });
    if (promtool.error === undefined) {
      const said = `${promtool.stdout.toString()}${promtool.stderr.toString()}`;
      expect([promtool.status, said]).toEqual([0, ""]);
    }
  });

  it("counts requests by route, those answered from memory too", async () => {
    const path = "/api/apt/groups?limit=1";
    const labels = { method: "GET", route: "/api/apt/groups" };
    const count = async () => {
      const metrics = readMetrics(await scrape());
      const name = "tradecraft_http_request_duration_seconds_count";
      return [
        valueOf(metrics, "tradecraft_http_requests_total", { ...labels, status: "2xx" }),
        valueOf(metrics, name, labels),
      ];
    };
    for (let n = 0; n < 3; n += 1) expect((await get(path)).status).toBe(200);
    expect(await count()).toEqual([3, 3]);
    const id = "00000000-0000-4000-8000-000000000000";
    for (const one of [`/api/layers/${id}`, "/api/nothing", `/${id}`]) await get(one);
    const metrics = readMetrics(await scrape());
    const refused = (route: string) =>
      valueOf(metrics, "tradecraft_http_requests_total", { method: "GET", route, status: "4xx" });
    expect([refused("/api/layers/{layer_id}"), refused("none")]).toEqual([1, 2]);
    expect(await scrape()).not.toContain(id);
  });

  it("has the memory of each process, and of the disk", async () => {
    expect((await analyse(service.url, { text: REPORT })).status).toBe(200);
    const file = new File([readFileSync("examples/report.pdf")], "report.pdf");
    expect((await analyse(service.url, { file })).status).toBe(200);
    const metrics = readMetrics(await scrape());
    for (const process of ["node", "workerd", "readers"]) {
      const name = "tradecraft_process_resident_memory_bytes";
      const bytes = valueOf(metrics, name, { process });
      // macOS tells a process of its own memory alone.
      if (process === "node" || globalThis.process.platform === "linux")
        expect([process, (bytes ?? 0) > 20_000_000]).toEqual([process, true]);
    }
    const size = valueOf(metrics, "tradecraft_data_filesystem_size_bytes") ?? 0;
    const free = valueOf(metrics, "tradecraft_data_filesystem_free_bytes") ?? 0;
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free);
  });

  it("counts the tokens of a language model", async () => {
    const sent = await analyse(service.url, { text: REPORT, provider: "provider_b" });
    expect(sent.status).toBe(200);
    const metrics = readMetrics(await scrape());
    const tokens = (direction: string) =>
      valueOf(metrics, "tradecraft_language_model_tokens_total", {
        provider: "provider_b",
        direction,
      });
    const { usage } = sent.body as unknown as {
      usage: { input_tokens: number; output_tokens: number };
    };
    expect(usage.input_tokens).toBeGreaterThan(0);
    expect([tokens("input"), tokens("output")]).toEqual([usage.input_tokens, usage.output_tokens]);
  });

  it("is described in full: docs/operations.md has a row for every metric", async () => {
    const documented = readFileSync(join(DOCS, "operations.md"), "utf8").matchAll(
      /^\| `(tradecraft_\w+)`/gmu,
    );
    const names = [...documented].map(([, name]) => name);
    expect(names.toSorted()).toEqual([...readMetrics(await scrape()).keys()].toSorted());
  });

  it("begins again with a start time when workerd is started again; counts of the database stay", async () => {
    const before = readMetrics(await scrape());
    const [pid = 0] = workerdPids();
    process.kill(pid, "SIGKILL");
    const after = await waitFor("the service", async () => {
      const text = await scrape().catch(() => "");
      return text.startsWith("# HELP") ? readMetrics(text) : null;
    });
    const start = (metrics: typeof before) =>
      valueOf(metrics, "tradecraft_start_time_seconds") ?? 0;
    expect(start(after)).toBeGreaterThan(start(before));
    const requests = (metrics: typeof before) =>
      valueOf(metrics, "tradecraft_http_requests_total", {
        method: "POST",
        route: "/api/analyze",
        status: "2xx",
      });
    expect([requests(before), requests(after)]).toEqual([3, undefined]);
    const done = { provider: "provider_a", outcome: "completed" };
    expect(valueOf(after, "tradecraft_analyses_total", done)).toBe(2);
  });
});

/** The processes of workerd, as the service noted them. */
function workerdPids(): number[] {
  const children = spawnSync("ps", ["-o", "pid=,comm=", "--ppid", String(service.process.pid)]);
  return children.stdout
    .toString()
    .split("\n")
    .filter((line) => line.includes("workerd"))
    .map((line) => Number.parseInt(line, 10));
}

describe("the log of the self-hosted service", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

  it("has a line for each request under its id, which the answer has as well", async () => {
    const sent = await get("/api/layers", { "X-Request-ID": "check-1" });
    expect(sent.headers.get("X-Request-ID")).toBe("check-1");
    const [line] = await linesOf("check-1", "request");
    expect(line).toEqual({
      time: expect.stringMatching(/Z$/),
      level: "info",
      event: "request",
      request_id: "check-1",
      method: "GET",
      route: "/api/layers",
      status: 200,
      seconds: expect.any(Number),
    });
  });

  it("names each line of a request by it, and takes the id of a trace", async () => {
    ai.behave = () => ({ status: 401 });
    const form = new FormData();
    form.set("text", REPORT);
    form.set("provider", "provider_b");
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const sent = await fetch(`${service.url}/api/analyze`, {
      method: "POST",
      body: form,
      headers: { traceparent },
    });
    expect(sent.headers.get("X-Request-ID")).toBe(trace);
    expect(await sent.json()).toMatchObject({ code: "provider_error", request_id: trace });
    const lines = await linesOf(trace, "request");
    expect(lines.map(({ event }) => event)).toEqual(["session.failed", "request"]);
  });
});
