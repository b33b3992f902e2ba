import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSource, type CollectionRun, runSource } from "../support/node/collection.ts";
import { FaultyServer } from "../support/node/faulty-server.ts";
import { scaled, waitFor } from "../support/node/machine.ts";
import { NETWORK_FAULTS, type NetworkFault } from "../support/node/network-faults.ts";
import { countReports } from "../support/node/poll-twice.ts";
import { ProxyStandIn } from "../support/node/proxy-stand-in.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";
import { credentialsFor, type ServedKind, SourceServer } from "../support/node/source-server.ts";
import { countStored } from "../support/node/stored-rows.ts";

const KINDS: readonly ServedKind[] = ["taxii", "misp_feed", "misp"];
/** Reports of a source: three pages of TAXII and MISP. */
const COUNT = 70;

const server = new SourceServer();
const folder = preparedFolder();
let service: RunningService;
const start = async () =>
  await startService(folder.path, {
    ALLOW_PRIVATE_SOURCES: "true",
    SERVER_CREDENTIALS: credentialsFor(server),
    SOURCE_TIMEOUT_MS: String(scaled(500)),
  });

/** Sources whose requests fail, from one on, by name. */
const failing = new Map<string, { left: number; answer: NetworkFault["answer"] }>();

beforeAll(async () => {
  await server.listen();
  server.fault = (request, response) => {
    const fault = failing.get(request.url?.split("/")[1] ?? "");
    if (fault === undefined) return false;
    fault.left -= 1;
    if (fault.left >= 0) return false;
    fault.answer(response);
    return true;
  };
  service = await start();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  server.close();
});

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`${service.url}/api/pipeline/${path}`)).json()) as T;
}
const listRuns = async (id: string) => await get<CollectionRun[]>(`runs?source_id=${id}`);
const asked = (name: string) => server.log.filter((line) => line.startsWith(`/${name}/`));

let unit = 0;
async function add(kind: ServedKind, count: number, more: object = {}, pageSize?: number) {
  unit += 1;
  const name = `${kind.replace("_", "-")}${unit}`;
  const url = server.offer(kind, name, count, pageSize);
  return { name, id: await addSource(service.url, url, { kind, ...more }) };
}

/** Runs a source whose server answers some requests before it fails, and again when it no longer does. */
async function runAround(
  kind: ServedKind,
  { answer, waitSeconds }: NetworkFault,
  requests: number,
) {
  // Only a source that is due soon shows that it waits.
  const more = waitSeconds === undefined ? {} : { interval_minutes: 5 };
  const { name, id } = await add(kind, COUNT, more);
  failing.set(name, { left: requests, answer });
  const failed = await runSource(service.url, id);
  const source = await get<{ next_run_at: string; consecutive_failures: number }>(`sources/${id}`);
  failing.delete(name);
  const repaired = await runSource(service.url, id);
  const again = await runSource(service.url, id);
  return { failed, source, repaired, again, reports: await countReports(service.url, id) };
}

/** What holds once the server answers again, whatever came before. */
const whole = (failed: CollectionRun) => ({
  repaired: {
    status: "complete",
    items_created: COUNT - failed.items_created,
    duplicates: 0,
    error: null,
  },
  again: { status: "not_modified", items_seen: 0, error: null },
  reports: COUNT,
});

describe.each(KINDS)("a source of the kind %s", (kind) => {
  it.each(NETWORK_FAULTS)("whose server $name loses and doubles nothing", async (fault) => {
    const [first, later] = await Promise.all([
      runAround(kind, fault, 0),
      runAround(kind, fault, 2),
    ]);
    expect(first.failed).toMatchObject({
      status: "failed",
      items_created: 0,
      error: expect.stringMatching(fault.says),
    });
    expect(first.source.consecutive_failures).toBe(1);
    // One event that cannot be read keeps out no other.
    const isOver = kind !== "misp_feed" || fault.isLasting !== true;
    expect(later.failed).toMatchObject({
      status: isOver ? "failed" : "complete",
      error: expect.stringMatching(fault.says),
    });
    expect(later.failed.items_created).toBeGreaterThan(0);
    expect(later.failed.items_created).toBeLessThan(COUNT);
    for (const one of [first, later]) {
      expect(one).toMatchObject(whole(one.failed));
      const due = Date.parse(one.source.next_run_at) - Date.parse(one.failed.finished_at ?? "");
      expect(due).toBeGreaterThan((fault.waitSeconds ?? 0) * 1000 - 1000);
    }
  });

  it("is run once, however many ask for it at once", async () => {
    const { name, id } = await add(kind, COUNT);
    const path = `${service.url}/api/pipeline/sources/${id}/run`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await fetch(path, { method: "POST" })),
    );
    const runs = await Promise.all(answers.map(async (one) => (await one.json()) as CollectionRun));
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
    expect(runs[0]).toMatchObject({ status: "complete", items_created: COUNT, duplicates: 0 });
    expect(await listRuns(id)).toHaveLength(1);
    if (kind !== "misp") expect(asked(name)).toEqual([...new Set(asked(name))]);
    expect(await countReports(service.url, id)).toBe(COUNT);
  });

  it("that was killed while an answer came goes on, and loses and doubles nothing", async () => {
    const { name, id } = await add(kind, COUNT);
    const begun = new Promise<void>((resolve) => {
      const answer: NetworkFault["answer"] = (response) => {
        response.write('{"objects": [');
        resolve();
      };
      failing.set(name, { left: 2, answer });
    });
    const path = `${service.url}/api/pipeline/sources/${id}/run`;
    const cut = fetch(path, { method: "POST" }).catch(() => null);
    await begun;
    await service.killAll();
    await cut;
    failing.delete(name);
    service = await start();
    await expectWhole(id, COUNT);
  });

  it("that was killed among its reports goes on, and loses and doubles nothing", async () => {
    const count = 2_000;
    let left = 0;
    for (let round = 0; round < 5 && (left === 0 || left === count); round += 1) {
      const { id } = await add(kind, count, {}, 500);
      const path = `${service.url}/api/pipeline/sources/${id}/run`;
      const cut = fetch(path, { method: "POST" }).catch(() => null);
      const hasSome = async () => ((await countReports(service.url, id)) > 0 ? true : null);
      await waitFor("the first reports", hasSome, 5);
      await service.killAll();
      await cut;
      left = countStored(folder.path, "intake_reports", "source_id", id);
      service = await start();
      await expectWhole(id, count);
    }
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(count);
  });

  it("whose server redirects inside does not go there", async () => {
    const inside = new FaultyServer((_, response) => void response.end("{}"));
    const proxy = new ProxyStandIn();
    await Promise.all([inside.listen(), proxy.listen()]);
    proxy.ports.set("sources.outside.example", Number(new URL(server.url).port));
    const other = preparedFolder();
    const walled = await startService(other.path, { http_proxy: `http://${proxy.host}` });
    const { pathname } = new URL(server.offer(kind, `inside-${kind}`, 1));
    const answer: NetworkFault["answer"] = (response) =>
      void response.writeHead(302, { Location: `${inside.url}/latest/meta-data` }).end();
    failing.set(`inside-${kind}`, { left: 0, answer });
    const url = `http://sources.outside.example${pathname}`;
    const run = await runSource(walled.url, await addSource(walled.url, url, { kind }));
    // A search is sent to no other address at all.
    const why = kind === "misp" ? "redirects to" : "lies in a private or reserved network";
    expect(run).toMatchObject({ status: "failed", error: expect.stringContaining(why) });
    expect(proxy.takeAsked().map(({ target }) => new URL(target).host)).toEqual([
      "sources.outside.example",
    ]);
    expect(inside.log).toEqual([]);
    await walled.stop();
    other.remove();
    for (const one of [inside, proxy]) one.close();
  });
});

/** Waits for the end of the run that was killed, and checks what it left. */
async function expectWhole(id: string, count: number): Promise<void> {
  const ended = await waitFor("the end of the run", async () => {
    const [run] = await listRuns(id);
    return run !== undefined && run.status !== "running" ? run : null;
  });
  expect(ended).toMatchObject({ status: "complete", items_created: count, duplicates: 0 });
  expect(await listRuns(id)).toHaveLength(1);
  expect(await countReports(service.url, id)).toBe(count);
  expect(await runSource(service.url, id)).toMatchObject({
    status: "not_modified",
    items_created: 0,
  });
}
