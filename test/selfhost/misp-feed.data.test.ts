import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addSource, runSource } from "../support/node/collection.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { FeedServer } from "../support/node/feed-server.ts";
import { readDataJson } from "../support/node/real-data.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const INDEX = "misp/INDEX.json";
/** Types whose value is one observable as it is printed. */
const PLAIN = new Set(["md5", "sha1", "sha256", "domain", "hostname", "ip-dst", "ip-src", "url"]);

interface Attribute {
  type: string;
  value: string;
}
interface Event {
  uuid: string;
  info: string;
  timestamp: string;
  date: string;
  Orgc: { name: string; uuid: string };
  Tag?: { name: string }[];
  Attribute?: Attribute[];
  Object?: { Attribute?: Attribute[] }[];
}
type MispFile = Partial<Omit<Event, "info">> & {
  info?: string;
  Event?: Event;
  response?: { Event: Event }[];
};
interface Report {
  title: string;
  technique_ids: string[];
  observable_ids: string[];
}

/** The events of a file, in whichever of the forms that MISP had. */
function eventsOf(file: MispFile): Event[] {
  if (file.response !== undefined) return file.response.map(({ Event: event }) => event);
  // An old form has the parts beside the event.
  const { Event: inner, ...others } = file;
  return [{ ...others, ...inner } as Event];
}

const attributesOf = ({ Attribute: own = [], Object: objects = [] }: Event) => [
  ...own,
  ...objects.flatMap(({ Attribute: of = [] }) => of),
];
const entryOf = ({ Orgc, Tag = [], info, date, timestamp }: Event) => ({
  Orgc: { name: Orgc.name, uuid: Orgc.uuid },
  Tag: Tag.map(({ name }) => ({ name })),
  info,
  date,
  analysis: 2,
  threat_level_id: 2,
  timestamp,
});

describeWithData("a MISP feed of real events", [INDEX], () => {
  const index = readDataJson<Record<string, { attack_ids?: string[] }>>(INDEX) ?? {};
  const files = Object.keys(index).map((name) => ({
    events: eventsOf(readDataJson<MispFile>(`misp/${name}`) ?? {}),
    attackIds: index[name]?.attack_ids ?? [],
  }));
  const events = files.flatMap((file) => file.events);
  const server = new FeedServer();
  const folder = preparedFolder();
  let service: RunningService;
  beforeAll(async () => {
    await server.listen();
    service = await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
    server.close();
  });

  /** Serves the feed as it is now, every other file packed; answers its address. */
  function serve(name: string): string {
    const manifest = Object.fromEntries(events.map((event) => [event.uuid, entryOf(event)]));
    const all = [
      ["manifest.json", manifest] as const,
      ...events.map((event) => [`${event.uuid}.json`, { Event: event }] as const),
    ];
    for (const [place, [file, content]] of all.entries()) {
      const printed = Buffer.from(JSON.stringify(content));
      const isPacked = place % 2 === 0;
      server.feeds.set(`/${name}/${file}`, {
        bytes: isPacked ? gzipSync(printed) : printed,
        headers: {
          "Content-Type": "application/json",
          ...(isPacked && { "Content-Encoding": "gzip" }),
        },
      });
    }
    return `${server.url}/${name}/`;
  }

  async function get<T>(path: string): Promise<T> {
    return (await (await fetch(`${service.url}/api/${path}`)).json()) as T;
  }
  async function getAll<T>(path: string): Promise<T[]> {
    const all: T[] = [];
    for (let page: T[] = []; all.length === 0 || page.length > 0; all.push(...page)) {
      page = await get<T[]>(`${path}limit=200&offset=${all.length}`);
      if (page.length === 0) break;
    }
    return all;
  }
  const reportsOf = async (id: string) => await getAll<Report>(`pipeline/intake?source_id=${id}&`);
  const add = async (url: string, more: object = {}) =>
    await addSource(service.url, url, { kind: "misp_feed", ...more });
  let whole = "";

  it("comes in with every event, technique and value", async () => {
    whole = await add(serve("feed"));
    expect(await runSource(service.url, whole)).toMatchObject({
      status: "complete",
      error: null,
      items_seen: events.length,
      items_created: events.length,
      duplicates: 0,
    });
    const reports = await reportsOf(whole);
    expect(reports.map(({ title }) => title).sort()).toEqual(events.map(({ info }) => info).sort());
    for (const { events: of, attackIds } of files) {
      const found = reports.filter(({ title }) => of.some(({ info }) => info === title));
      const techniques = new Set(found.flatMap(({ technique_ids: ids }) => ids));
      for (const id of attackIds) expect(techniques).toContain(await current(id));
    }
    const known = await valuesById();
    const suppressed = await getAll<{ value: string }>("pipeline/suppressions?");
    const left = new Set(suppressed.map(({ value }) => value.toLowerCase()));
    for (const event of events) {
      const report = reports.find(({ title }) => title === event.info);
      const values = new Set(report?.observable_ids.map((id) => known.get(id)));
      const wanted = attributesOf(event).filter(({ type }) => PLAIN.has(type));
      const lost = wanted
        .map(({ value }) => plain(value))
        .filter((value) => !values.has(value) && !left.has(value));
      expect({ event: event.info, lost }).toEqual({ event: event.info, lost: [] });
    }
  });

  it("is asked for nothing but its manifest until an event changes", async () => {
    server.log.length = 0;
    expect(await runSource(service.url, whole)).toMatchObject({ status: "not_modified" });
    const changed = events[0];
    if (changed === undefined) throw new Error("no event");
    changed.timestamp = String(Number(changed.timestamp) + 60);
    (changed.Attribute ??= []).push({ type: "domain", value: "added-later.xyz" });
    serve("feed");
    expect(await runSource(service.url, whole)).toMatchObject({
      status: "complete",
      items_seen: 1,
      items_created: 0,
      duplicates: 1,
      observables_created: 1,
    });
    expect(server.log).toEqual([
      "/feed/manifest.json 200",
      "/feed/manifest.json 200",
      `/feed/${changed.uuid}.json 200`,
    ]);
  });

  it("is read by organization, and enters no event twice", async () => {
    const own = events.filter(({ Orgc }) => Orgc.name === "ESET");
    server.log.length = 0;
    const id = await add(serve("again"), { filters: { organizations: ["eset"] } });
    expect(await runSource(service.url, id)).toMatchObject({
      status: "complete",
      items_seen: own.length,
      items_created: 0,
      duplicates: own.length,
      observables_created: 0,
    });
    expect(server.log).toHaveLength(own.length + 1);
  });

  /** An id as the release has it now: its successor where it was revoked. */
  async function current(id: string): Promise<string> {
    return (
      (await get<{ replaced_by?: string | null }>(`attack/techniques/${id}`)).replaced_by ?? id
    );
  }

  async function valuesById(): Promise<Map<string, string>> {
    const all = await getAll<{ id: string; value: string; normalized_value: string }>(
      "pipeline/observables?",
    );
    return new Map(all.map((one) => [one.id, plain(one.normalized_value)]));
  }
});

/** A value as far as its form does not matter. */
function plain(value: string): string {
  const trimmed = value.trim();
  return (URL.canParse(trimmed) ? new URL(trimmed).href : trimmed).toLowerCase();
}
