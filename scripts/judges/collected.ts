import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addSource, type CollectionRun } from "../../test/support/node/collection.ts";
import { freePort } from "../../test/support/node/free-port.ts";
import { waitFor } from "../../test/support/node/machine.ts";
import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { installPython } from "./install.ts";
import type { Judgement } from "./judgement.ts";

const SERVERS = join(import.meta.dirname, "taxii-servers");
const ID = "91a7b528-80eb-42ed-a74d-c6fbd5a26116";
/** Path of the collection of each server, and the credentials to read it. */
const COLLECTIONS = {
  opentaxii: {
    path: `taxii2/5ecce700-b3ca-4aec-9d84-dc63eb4f52e0/collections/${ID}/`,
    credentials: null,
  },
  medallion: {
    path: `root/collections/${ID}/`,
    credentials: { username: "judge", password: "judge" },
  },
} as const;
/** Reports of a collection, all added at the same time. */
const COUNT = 10_000;
/** Longest wait for a response: medallion compares all objects with each other first. */
const TIMEOUT_MS = 280_000;
const PAGE = 200;
const LOOK_MS = 1_000;

/** The result of collecting from one server. */
interface Collected {
  server: string;
  seconds: number;
  first: CollectionRun;
  second: CollectionRun;
  /** Ids of the imported objects; one that was received twice is listed twice. */
  ids: string[];
  /** Titles of the reports in the intake. */
  titles: string[];
}

/** Collects from each server with a separate service, and writes the results to `collected.json`. */
export async function collectFromServers(folder: string): Promise<void> {
  const requirements = join(SERVERS, "requirements.txt");
  const python = installPython(join(folder, "../taxii-servers"), requirements);
  const all: Collected[] = [];
  for (const [name, { path, credentials }] of Object.entries(COLLECTIONS)) {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const port = await freePort();
    const program = [join(SERVERS, "serve.py"), name, String(port), String(COUNT), home];
    const server = spawn(python, program, { stdio: ["ignore", "pipe", "pipe"] });
    const log = createWriteStream(join(home, "server.log"));
    for (const stream of [server.stdout, server.stderr]) stream.pipe(log, { end: false });
    try {
      all.push(await collect(name, `http://127.0.0.1:${port}/${path}`, credentials));
    } finally {
      server.kill("SIGKILL");
    }
  }
  writeFileSync(join(folder, "collected.json"), JSON.stringify(all));
}

async function collect(name: string, url: string, credentials: object | null): Promise<Collected> {
  const folder = temporaryFolder();
  const service = await startService(folder.path, {
    ALLOW_PRIVATE_SOURCES: "true",
    SOURCE_TIMEOUT_MS: String(TIMEOUT_MS),
    SERVER_CREDENTIALS: JSON.stringify(
      credentials === null ? {} : { [new URL(url).origin]: credentials },
    ),
  });
  try {
    await waitFor(name, async () => await fetch(new URL("/", url)).catch(() => null));
    const id = await addSource(service.url, url, { kind: "taxii" });
    const begun = performance.now();
    const first = await runToEnd(service.url, id);
    const seconds = (performance.now() - begun) / 1000;
    const second = await runToEnd(service.url, id);
    const imports = await readAll<{ id: string }>(service.url, "imports?");
    const receipts = [];
    for (const one of imports) {
      const path = `imports/${one.id}/receipts?`;
      receipts.push(...(await readAll<{ object_id: string }>(service.url, path)));
    }
    const reports = await readAll<{ title: string }>(service.url, `intake?source_id=${id}&`);
    const ids = receipts.map((receipt) => receipt.object_id);
    return { server: name, seconds, first, second, ids, titles: reports.map(({ title }) => title) };
  } finally {
    await service.stop();
    folder.remove();
  }
}

/** Runs a source and waits for the end of the run, without a time limit. */
async function runToEnd(service: string, id: string): Promise<CollectionRun> {
  await fetch(`${service}/api/pipeline/sources/${id}/run`, { method: "POST" });
  for (;;) {
    const listed = await fetch(`${service}/api/pipeline/runs?source_id=${id}&limit=1`);
    const [run] = (await listed.json()) as CollectionRun[];
    if (run !== undefined && run.status !== "running") return run;
    await sleep(LOOK_MS);
  }
}

async function readAll<T>(service: string, path: string): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const url = `${service}/api/pipeline/${path}limit=${PAGE}&offset=${all.length}`;
    const page = (await (await fetch(url)).json()) as T[];
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** Counts objects and reports that are missing or were received twice. */
export function judgeCollected(folder: string): Judgement {
  const all = JSON.parse(readFileSync(join(folder, "collected.json"), "utf8")) as Collected[];
  const findings: Judgement["findings"] = [];
  for (const { server, seconds, first, second, ids, titles } of all) {
    const add = (severity: "error" | "counted", what: string, count: number) => {
      if (count > 0)
        findings.push({ severity, what: `${server}: ${what}`, count, example: first.id });
    };
    for (const [what, found] of [
      ["objects", ids],
      ["reports", titles],
    ] as const) {
      const distinct = new Set(found).size;
      add("error", `${what} are missing`, COUNT - distinct);
      add("error", `${what} came twice`, found.length - distinct);
      add("counted", what, distinct);
    }
    add("counted", "seconds", Math.round(seconds));
    if (first.status !== "complete") add("error", first.error ?? first.status, 1);
    if (second.status !== "not_modified")
      add("error", `again: ${second.error ?? second.status}`, 1);
  }
  const requirements = readFileSync(join(SERVERS, "requirements.txt"), "utf8");
  const version = requirements.split("\n").slice(0, all.length).join(", ").replaceAll("==", " ");
  return { version, judged: all.reduce((sum, { ids }) => sum + ids.length, 0), findings };
}
