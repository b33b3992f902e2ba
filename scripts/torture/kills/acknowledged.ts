import { largeStixBundle } from "../../../test/support/node/large-imports.ts";
import { largeBundle } from "../../../test/support/node/large-bundle.ts";
import { sendBundle } from "../../../test/support/node/service.ts";
import { longReport } from "../work.ts";

type Random = () => number;
/** A change that the service acknowledged, and how it is found again. */
interface Change {
  what: string;
  isThere: (url: string) => Promise<boolean>;
}

const STIX_BYTES = 400_000;

/** Everything that a service acknowledged between kills. */
export class Acknowledged {
  readonly counts = { begun: 0, acknowledged: 0 };
  readonly #changes: Change[] = [];

  /** Begins one change of a kind that chance names; settles when it is answered or cut off. */
  async begin(url: string, random: Random, n: number): Promise<void> {
    const kinds = [analyze, rename, importStix, importRule, saveLayer, upload];
    const kind = kinds[Math.floor(random() * kinds.length)] ?? analyze;
    this.counts.begun += 1;
    // A change that is cut off may have been stored or not.
    const change = await kind(url, n, random).catch(() => null);
    if (change === null) return;
    this.counts.acknowledged += 1;
    this.#changes.push(change);
  }

  /** Returns a sentence for each change that is gone, or there twice. */
  async check(url: string): Promise<string[]> {
    const faults: string[] = [];
    for (const { what, isThere } of this.#changes) {
      if (!(await isThere(url))) faults.push(`${what} is not there once`);
    }
    return faults;
  }
}

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

/** An analysis under an idempotency key: sent again, it is the same session. */
async function analyze(url: string, n: number, random: Random): Promise<Change> {
  const name = `Analysis ${n}`;
  const send = async (to: string) => {
    const form = new FormData();
    form.set("text", `${n} ${longReport(Math.round(2_000 + random() * 100_000))}`);
    const headers = { "Idempotency-Key": `kill-${n}` };
    return await sendOk<Session>(`${to}/api/analyze`, { method: "POST", body: form, headers });
  };
  const { session_id: id } = await send(url);
  return { what: name, isThere: async (to) => (await send(to)).session_id === id };
}

/** A short analysis, whose session gets a name. */
async function rename(url: string, n: number): Promise<Change> {
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

async function importStix(url: string, n: number): Promise<Change> {
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

async function importRule(url: string, n: number): Promise<Change> {
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

async function saveLayer(url: string, n: number): Promise<Change> {
  const body = JSON.stringify({ name: `Kill ${n}`, technique_ids: ["T1059"] });
  const { layer_id: id } = await sendOk<{ layer_id: string }>(`${url}/api/layers`, {
    method: "POST",
    body,
  });
  const isThere = async (to: string) =>
    (await get<{ name: string }>(`${to}/api/layers/${id}`)).name === `Kill ${n}`;
  return { what: `Layer ${n}`, isThere };
}

/** A small release, whose ingest goes on after the answer. */
async function upload(url: string, n: number): Promise<Change> {
  const version = `${30 + Math.floor(n / 10)}.${n % 10}`;
  const task = await sendBundle(url, largeBundle(version, "ics-attack", 300), false);
  const isThere = async (to: string) => {
    const { status } = await get<{ status: string }>(`${to}/api/sync/tasks/${task}`);
    return status === "complete";
  };
  return { what: `Release ${version}`, isThere };
}
