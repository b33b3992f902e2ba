import { join } from "node:path";
import { addSource, runSource } from "../../../test/support/node/collection.ts";
import { commandLine } from "../../../test/support/node/command-line.ts";
import type { FeedServer } from "../../../test/support/node/feed-server.ts";
import { largeStixBundle } from "../../../test/support/node/large-imports.ts";
import { largeBundle } from "../../../test/support/node/large-bundle.ts";
import { sendBundle } from "../../../test/support/node/service.ts";
import type { Upstream } from "../../../test/support/node/upstream.ts";
import { longReport } from "../work.ts";

export type Random = () => number;

/** An acknowledged change, and how to find it again. */
export interface Change {
  what: string;
  isThere: (url: string) => Promise<boolean>;
}

/** The service, its data folder, a backup folder, and the servers that it collects and syncs from. */
export interface Place {
  url: string;
  dataDir: string;
  backupDir: string;
  feeds: FeedServer;
  upstream: Upstream;
}

/** Makes one change. Rejects if it is interrupted. */
type Kind = (place: Place, n: number, random: Random) => Promise<Change>;

const STIX_BYTES = 400_000;
const FEED_ITEMS = 300;

async function sendOk<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return (await response.json()) as T;
}

async function get<T>(url: string): Promise<T> {
  return await sendOk<T>(url, {});
}

interface Session {
  session_id: string;
  name: string | null;
}

/** Analyzes under an idempotency key: a repeated request returns the same session. */
async function analyze({ url }: Place, n: number, random: Random): Promise<Change> {
  const name = `Analysis ${n}`;
  const text = `${n} ${longReport(Math.round(2_000 + random() * 100_000))}`;
  const send = async (to: string) => {
    const form = new FormData();
    form.set("text", text);
    const headers = { "Idempotency-Key": `kill-${n}` };
    return await sendOk<Session>(`${to}/api/analyze`, { method: "POST", body: form, headers });
  };
  const { session_id: id } = await send(url);
  return { what: name, isThere: async (to) => (await send(to)).session_id === id };
}

/** Analyzes a short text and names its session. */
async function rename({ url }: Place, n: number): Promise<Change> {
  const form = new FormData();
  form.set("text", `${n} The actor used PowerShell.`);
  const { session_id: id } = await sendOk<Session>(`${url}/api/analyze`, {
    method: "POST",
    body: form,
  });
  const name = `Named ${n}`;
  const path = `api/analyze/sessions/${id}`;
  await sendOk(`${url}/${path}`, { method: "PATCH", body: JSON.stringify({ name }) });
  const isThere = async (to: string) => {
    const listed = await get<Session[]>(
      `${to}/api/analyze/sessions?search=${encodeURIComponent(name)}`,
    );
    return listed.filter((session) => session.name === name).length === 1;
  };
  return { what: name, isThere };
}

async function importStix({ url }: Place, n: number): Promise<Change> {
  const name = `kill-${n}`;
  const { import_id: id } = await sendOk<{ import_id: string }>(
    `${url}/api/pipeline/import/stix?filename=${name}.json`,
    { method: "POST", body: largeStixBundle(name, STIX_BYTES) as Uint8Array<ArrayBuffer> },
  );
  const isThere = async (to: string) => {
    const { status } = await get<{ status: string }>(`${to}/api/pipeline/imports/${id}`);
    return status === "complete";
  };
  return { what: `Import ${n}`, isThere };
}

async function importRule({ url }: Place, n: number): Promise<Change> {
  const id = `6d1d1e1e-0b1c-4a53-9d8a-${String(n).padStart(12, "0")}`;
  const title = `Kill rule ${n}`;
  const body = [
    `title: ${title}`,
    `id: ${id}`,
    "logsource: { category: process_creation, product: windows }",
    "detection: { selection: { Image|endswith: x.exe }, condition: selection }",
  ].join("\n");
  const path = `${url}/api/pipeline/rules/import?filename=${n}.yml`;
  await sendOk(path, { method: "POST", body });
  const isThere = async (to: string) => {
    const listed = await get<{ title: string }[]>(
      `${to}/api/pipeline/rules?q=${encodeURIComponent(title)}`,
    );
    return listed.filter((rule) => rule.title === title).length === 1;
  };
  return { what: title, isThere };
}

async function saveLayer({ url }: Place, n: number): Promise<Change> {
  const body = JSON.stringify({ name: `Kill ${n}`, technique_ids: ["T1059"] });
  const { layer_id: id } = await sendOk<{ layer_id: string }>(`${url}/api/layers`, {
    method: "POST",
    body,
  });
  const isThere = async (to: string) =>
    (await get<{ name: string }>(`${to}/api/layers/${id}`)).name === `Kill ${n}`;
  return { what: `Layer ${n}`, isThere };
}

/** Uploads a small release, whose ingest continues after the response. */
async function upload({ url }: Place, n: number): Promise<Change> {
  const version = `${30 + Math.floor(n / 10)}.${n % 10}`;
  const task = await sendBundle(url, largeBundle(version, "ics-attack", 300), false);
  const isThere = async (to: string) => {
    const { status } = await get<{ status: string }>(`${to}/api/sync/tasks/${task}`);
    return status === "complete";
  };
  return { what: `Release ${version}`, isThere };
}

/** Runs a new source, whose items must all exist once afterwards. */
async function collect({ url, feeds }: Place, n: number): Promise<Change> {
  const title = `Collected ${n}`;
  const items = Array.from(
    { length: FEED_ITEMS },
    (_, at) => `<item><guid>${n}-${at}</guid><title>${title}, item ${at}</title></item>`,
  );
  const rss = `<rss version="2.0"><channel><title>${n}</title>${items.join("")}</channel></rss>`;
  const feed = feeds.offer(`${n}.xml`, { bytes: new TextEncoder().encode(rss) });
  const source = await addSource(url, feed);
  const { status } = await runSource(url, source);
  if (status !== "complete") throw new Error(`The run of ${title} is ${status}.`);
  const isThere = async (to: string) => {
    const path = `${to}/api/pipeline/intake?source_id=${source}&limit=1`;
    const response = await fetch(path);
    return response.headers.get("X-Total-Count") === String(FEED_ITEMS);
  };
  return { what: title, isThere };
}

/** Syncs a release that is published for it. */
async function sync({ url, upstream }: Place, n: number): Promise<Change> {
  const version = `${100 + n}.0`;
  const domain = "mobile-attack";
  const bytes = largeBundle(version, domain, 300);
  upstream.offered = [{ domain, version, bytes: () => bytes }];
  const { task_id: task } = await sendOk<{ task_id: string }>(`${url}/api/sync/trigger`, {
    method: "POST",
    body: JSON.stringify({ domains: [domain] }),
  });
  const isThere = async (to: string) => {
    const { status } = await get<{ status: string }>(`${to}/api/sync/tasks/${task}`);
    return status === "complete";
  };
  return { what: `Sync of ${version}`, isThere };
}

/** Runs the backup command, whose archive must be complete. */
async function backUp({ dataDir, backupDir }: Place, n: number): Promise<Change> {
  const file = join(backupDir, `${n}.tar.gz`);
  const { code, told } = await commandLine(["backup", file, "--data-dir", dataDir]);
  if (code !== 0) throw new Error(told);
  const isThere = async () => (await commandLine(["verify", file])).code === 0;
  return { what: `Backup ${n}`, isThere };
}

export const KINDS: readonly [Kind, ...Kind[]] = [
  analyze,
  rename,
  importStix,
  importRule,
  saveLayer,
  upload,
  collect,
  sync,
  backUp,
];
