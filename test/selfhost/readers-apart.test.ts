import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makePdf, line } from "../support/documents/make-pdf.ts";
import { addSource, sendJson } from "../support/node/collection.ts";
import { FeedServer } from "../support/node/feed-server.ts";
import { childrenOf } from "../support/node/processes.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";

const server = new FeedServer();
const folder = preparedFolder();
let service: RunningService;

beforeAll(async () => {
  await server.listen();
  service = await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });
  // The first thing that is read starts a reader, which stays for the next.
  await INPUTS["an upload"]?.();
});
afterEach(() => signalReaders("SIGCONT"));
afterAll(async () => {
  await service.stop();
  folder.remove();
  server.close();
});

/** Sends a signal to all processes that read; answers how many there are. */
function signalReaders(signal: NodeJS.Signals): number {
  const pids = childrenOf(service.process.pid ?? 0).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("selfhost/reader.js"),
  );
  for (const pid of pids) process.kill(pid, signal);
  return pids.length;
}

const post = async (path: string, body: BodyInit) =>
  await fetch(`${service.url}${path}`, { method: "POST", body });

/** Promotes a report about a page and has it fetched and analysed; answers the session's warnings. */
async function readPage(name: string, html: string): Promise<Response> {
  const url = server.offer(name, {
    bytes: new TextEncoder().encode(html),
    headers: { "Content-Type": "text/html" },
  });
  const intake = `${service.url}/api/pipeline/intake`;
  const report = { title: `About ${name}`, url, summary: "It says little of its own." };
  const { body: added } = await sendJson<{ id: string }>(intake, report);
  await sendJson(`${intake}/${added.id}/promote`, { analyze: true, fetch: true });
  for (;;) {
    const response = await fetch(`${intake}/${added.id}`);
    const { analysis_status: status } = (await response.clone().json()) as Record<string, string>;
    if (status !== "queued" && status !== "running") return response;
    await sleep(50);
  }
}

async function readFeed(name: string, xml: string): Promise<Response> {
  const bytes = new TextEncoder().encode(xml);
  const id = await addSource(service.url, server.offer(name, { bytes }));
  return await post(`/api/pipeline/sources/${id}/run`, "");
}

const form = (bytes: Uint8Array, name: string) => {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(bytes)], name));
  return body;
};
const entry = { techniqueID: "T1059", showSubtechniques: true };
const layer = JSON.stringify({
  name: "Wide",
  techniques: Array.from({ length: 9_000 }, () => entry),
});
const item = `<item><title>x</title><description>${"&lt;div&gt;&lt;/i&gt;".repeat(2_000)}</description></item>`;

/** One input of each kind, among the dearest of their size. */
const INPUTS: Record<string, () => Promise<Response>> = {
  "an upload": async () =>
    await post("/api/analyze", form(makePdf([line("The actor used PowerShell.")]), "a.pdf")),
  "a page": async () => await readPage("a page", "<div></i>".repeat(5_000)),
  "a feed": async () =>
    await readFeed("a feed", `<rss><channel><title>f</title>${item}</channel></rss>`),
  "a STIX bundle": async () =>
    await post("/api/pipeline/import/stix", JSON.stringify({ type: "bundle", objects: [] })),
  "a sharing event": async () =>
    await post(
      "/api/pipeline/import/misp",
      JSON.stringify({ info: "x", uuid: "u", Tag: [{ name: "a".repeat(9_000) }] }),
    ),
  "a matrix in YAML": async () =>
    await post("/api/pipeline/import/atlas", `name: x\nprocedure:\n${"- a: b\n".repeat(9_000)}`),
  "a Navigator layer": async () => await post("/api/layers/import", layer),
};

describe.each(Object.keys(INPUTS))("%s", (name) => {
  it("is read where it keeps nobody waiting", async () => {
    // A reader that stands still is as slow as any can be.
    expect(signalReaders("SIGSTOP")).toBeGreaterThan(0);
    const state = { isSettled: false };
    const answer = INPUTS[name]?.().finally(() => (state.isSettled = true));
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
      await sleep(20);
    }
    expect(state.isSettled).toBe(false);
    signalReaders("SIGCONT");
    expect((await answer)?.status).toBeLessThan(300);
  });
});

describe("a reader that ends", () => {
  it("costs the caller it reads for one sentence, and nobody else anything", async () => {
    signalReaders("SIGSTOP");
    const lost = post("/api/layers/import", layer);
    await sleep(300);
    signalReaders("SIGKILL");
    const answer = await lost;
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: "document_unreadable",
      detail: "The layer could not be read to its end; save it again and send that.",
    });
    expect((await post("/api/layers/import", layer)).status).toBe(201);
  });
});
