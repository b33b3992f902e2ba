import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "./figures.ts";
import { withService } from "./measure.ts";
import { row } from "./report.ts";

/** Analyses that do not depend on the slow page. */
const OTHERS = 5;
const LONGEST_SECONDS = 300;

/** Serves a page that sends a byte now and then, and never ends. */
async function slowPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const timer = setInterval(() => response.write(" "), 3_000);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/endless`, close };
}

/** Measures how long analyses wait that are requested while one reads a page that never ends. */
export async function benchBackground(): Promise<void> {
  const page = await slowPage();
  try {
    await withService(async (service) => await runBeside(service.url, page.url), {
      ALLOW_PRIVATE_SOURCES: "true",
    });
  } finally {
    page.close();
  }
}

async function runBeside(url: string, page: string): Promise<void> {
  const begun = Date.now();
  const slow = await promote(url, 0, page);
  await sleep(1_000);
  const others = [];
  for (let i = 1; i <= OTHERS; i += 1) others.push(await promote(url, i, null));
  for (const id of others) await waitFor(url, id);
  const othersDone = seconds(secondsSince(begun), "5 others done after");
  await waitFor(url, slow);
  row("analyses beside one of a slow page", [
    othersDone,
    seconds(secondsSince(begun), "its own ended after"),
  ]);
}

/** Adds a report and analyzes it. Returns its id. */
async function promote(service: string, number: number, url: string | null): Promise<string> {
  const path = `${service}/api/pipeline/intake`;
  const send = async (to: string, body: object) => {
    const response = await fetch(to, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const title = `A report of the background, number ${number}`;
  const { id } = await send(path, { title, url, text: "They used T1566 and T1059.001." });
  await send(`${path}/${id}/promote`, { analyze: true, fetch: url !== null });
  return id;
}

async function waitFor(service: string, id: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_SECONDS; waited += 0.2) {
    const response = await fetch(`${service}/api/pipeline/intake/${id}`);
    const { analysis_status: status } = (await response.json()) as { analysis_status: string };
    if (status !== "queued") return;
    await sleep(200);
  }
  throw new Error(`the analysis of ${id} did not end within ${LONGEST_SECONDS} seconds`);
}

function secondsSince(begun: number): number {
  return (Date.now() - begun) / 1000;
}
