import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, request } from "../../support/service.ts";
import { changeSession, readCollection, ROOT, shareReport, taxii } from "../../support/taxii.ts";

const ALIAS = "reports-tlp-green";
const OBJECTS = `collections/${ALIAS}/objects/`;
const TEXT = "APT29 ran T1059.001 there. It sent T1566 mail.";
const idsOf = (objects: readonly { id: string }[]) => objects.map(({ id }) => id);
const values = (network: number) =>
  `Indicators of compromise\n\n${Array.from({ length: 40 }, (_, at) => `185.${network}.7.${at + 1}`).join("\n")}`;

let sessions: string[] = [];
beforeAll(async () => {
  await ingestSmallRelease();
  sessions = [];
  for (const network of [100, 101, 102]) {
    sessions.push(await shareReport(`${TEXT}\n\n${values(network)}`, "green", `R ${network}`));
  }
});

describe("pages", () => {
  it.each([7, 100, 1_000])(
    "of %i lose and double nothing, with the filters sent again or not",
    async (limit) => {
      const { objects: all } = await readCollection(ALIAS);
      expect(all.length).toBeGreaterThan(360);
      expect(new Set(idsOf(all)).size).toBe(all.length);
      for (const repeats of [true, false]) {
        const query = { limit: String(limit) };
        const { objects, pages } = await readCollection(ALIAS, query, { repeats });
        expect(idsOf(objects)).toEqual(idsOf(all));
        if (repeats) expect(Math.max(...pages)).toBeLessThanOrEqual(limit);
      }
    },
  );

  it("go on where they were while objects are added, changed and removed", async () => {
    const { objects: all } = await readCollection(ALIAS);
    let turn = 0;
    const changes = [
      async () => void (await shareReport(`${TEXT}\n\n${values(110)}`, "green", "Meanwhile")),
      async () => await changeSession(sessions[2] ?? "", { name: "Changed meanwhile" }),
      async () =>
        void (await request(`/api/analyze/sessions/${sessions[1]}`, { method: "DELETE" })),
    ];
    const { objects } = await readCollection(
      ALIAS,
      { limit: "50" },
      {
        between: async () => await changes[turn++]?.(),
      },
    );
    const versions = objects.map(({ id, modified = "" }) => `${id} ${String(modified)}`);
    expect(new Set(versions).size).toBe(versions.length);
    // Whatever was there throughout is there.
    const stays = (await readCollection(ALIAS)).objects.filter(({ id }) => idsOf(all).includes(id));
    for (const id of idsOf(stays)) expect(idsOf(objects)).toContain(id);
  });

  it("have times that ascend, by which a client can go on as well", async () => {
    const page = await taxii(`collections/${ALIAS}/manifest/?limit=100`);
    const entries = page.body.objects as unknown as { id: string; date_added: string }[];
    const times = entries.map(({ date_added: at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
    expect(page.headers.get("X-TAXII-Date-Added-First")).toBe(times[0]);
    expect(page.headers.get("X-TAXII-Date-Added-Last")).toBe(times.at(-1));
    const rest = await readCollection(ALIAS, { added_after: times.at(-1) ?? "" });
    const { objects: all } = await readCollection(ALIAS);
    expect([...entries.map(({ id }) => id), ...idsOf(rest.objects)]).toEqual(idsOf(all));
  });

  it("of a `next` that contradicts the other filters follow `next`", async () => {
    const first = await taxii(`${OBJECTS}?limit=5&match[type]=indicator`);
    const next = encodeURIComponent(first.body.next ?? "");
    const second = await taxii(
      `${OBJECTS}?limit=5&next=${next}&match[type]=report&added_after=2199-01-01T00:00:00Z`,
    );
    expect(second.body.objects?.map(({ type }) => type)).toEqual(Array(5).fill("indicator"));
  });

  it("refuse a `next` that is cut, made up, or of another collection", async () => {
    const { body } = await taxii(`${OBJECTS}?limit=5`);
    const next = body.next ?? "";
    const made = btoa(JSON.stringify(["other", 5, null, null, null])).replaceAll("=", "");
    for (const wrong of [next.slice(0, -3), next.slice(1), `${next}A`, made, "x", "%00", "[]"]) {
      const refused = await taxii(`${OBJECTS}?next=${encodeURIComponent(wrong)}`);
      expect([wrong, refused.status]).toEqual([wrong, 400]);
    }
    const other = `collections/observables-tlp-green/objects/?next=${encodeURIComponent(next)}`;
    expect((await taxii(other)).status).toBe(400);
  });
});

describe("filters", () => {
  it("match types, ids, versions and versions of STIX", async () => {
    const { objects: all } = await readCollection(ALIAS);
    const [report, another] = all.filter(({ type }) => type === "report");
    const read = async (query: Record<string, string>) =>
      idsOf((await readCollection(ALIAS, query)).objects);
    const wanted = new Set([report?.id, another?.id]);
    const two = await read({ "match[id]": `${report?.id},${another?.id},report--1` });
    expect(new Set(two)).toEqual(wanted);
    expect(await read({ "match[id]": report?.id ?? "", "match[type]": "note" })).toEqual([]);
    const types = await readCollection(ALIAS, { "match[type]": "report,identity" });
    expect(new Set(types.objects.map(({ type }) => type))).toEqual(new Set(["report", "identity"]));
    const modified = String(report?.["modified"]);
    expect(await read({ "match[version]": modified })).toContain(report?.id);
    expect(await read({ "match[version]": "2001-01-01T00:00:00Z" })).toEqual([]);
    for (const every of ["first", "last", "all", `2001-01-01T00:00:00Z,last`]) {
      expect(await read({ "match[version]": every })).toEqual(idsOf(all));
    }
    expect(await read({ "match[spec_version]": "2.0" })).toEqual([]);
    expect(await read({ "match[spec_version]": "2.0,2.1" })).toEqual(idsOf(all));
  });

  it.each([
    "limit=0",
    "limit=-1",
    "limit=abc",
    "limit=1.5",
    "limit=",
    "limit=1&limit=2",
    "added_after=yesterday",
    "added_after=2026-13-01T00:00:00Z",
    "added_after=2026-01-01T00:00:00%2B02:00",
    "match[type]=",
    "match[type]=a&match[type]=b",
    "match[version]=newest",
    "match[spec_version]=two",
    "match[name]=x",
    "next=",
    `match[id]=${Array.from({ length: 101 }, (_, at) => at).join(",")}`,
    "bogus=1",
  ])("are refused with 400: %s", async (query) => {
    const { status, body, headers } = await taxii(`${OBJECTS}?${query}`);
    expect([status, headers.get("Content-Type")]).toEqual([
      400,
      "application/taxii+json;version=2.1",
    ]);
    expect(body).toMatchObject({ http_status: "400", error_code: "validation_error" });
  });

  it.each([
    "match[id]=' or 1=1 --",
    'match[type]=%22]}","x',
    "match[id]=%F0%9F%90%BB,报告",
    "limit=99999999999",
    "limit=0010",
  ])("take what is harmless as it is: %s", async (query) => {
    expect((await taxii(`${OBJECTS}?${query}`)).status).toBe(200);
  });
});

describe("one object", () => {
  it("has its envelope, and its versions", async () => {
    const { objects } = await readCollection(ALIAS, { "match[type]": "report" });
    const report = objects.at(-1);
    const one = await taxii(`${OBJECTS}${report?.id}/`);
    expect(one.body).toEqual({ objects: [report] });
    expect(one.headers.get("X-TAXII-Date-Added-First")).toBeTruthy();
    const versions = await taxii(`${OBJECTS}${report?.id}/versions/`);
    expect(versions.body).toEqual({ versions: [report?.["modified"]] });
    const none = await taxii(`${OBJECTS}${report?.id}/?match[version]=2001-01-01T00:00:00Z`);
    expect([none.status, none.body]).toEqual([200, {}]);
  });

  it("is not found where the collection has none of this id", async () => {
    for (const path of [
      `${OBJECTS}report--5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11/`,
      `${OBJECTS}report--5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11/versions/`,
      `collections/5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11/objects/`,
      `collections/none/manifest/`,
      `collections/none/`,
      `status/5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11/`,
      "bogus/",
    ]) {
      const { status, body } = await taxii(path);
      expect([path, status, body["http_status"]]).toEqual([path, 404, "404"]);
    }
  });
});

describe("the ledger", () => {
  it("has no content of reports, and lets an interrupted entry begin again", async () => {
    const rows = await env.WORKSPACE_DB.prepare("select * from taxii_objects").all();
    expect(JSON.stringify(rows.results)).not.toContain("sent T1566 mail");
    const { objects: before } = await readCollection(ALIAS);
    await env.WORKSPACE_DB.prepare("update taxii_state set sessions_until = ''").run();
    expect(idsOf((await readCollection(ALIAS)).objects)).toEqual(idsOf(before));
    for (const table of ["objects", "origins", "sessions", "state"]) {
      await env.WORKSPACE_DB.prepare(`delete from taxii_${table}`).run();
    }
    const after = (await readCollection(ALIAS)).objects.filter(({ revoked }) => revoked !== true);
    const living = before.filter(({ revoked }) => revoked !== true);
    expect(idsOf(after).sort()).toEqual(idsOf(living).sort());
  });

  it("is entered once by requests at the same time", async () => {
    await shareReport(`${TEXT}\n\n${values(120)}`, "green", "At the same time");
    const reads = Array.from({ length: 5 }, () => readCollection(ALIAS));
    const [first, ...others] = await Promise.all(reads);
    for (const other of others) expect(idsOf(other.objects)).toEqual(idsOf(first?.objects ?? []));
  });
});

it("redirects to the URL with a slash", async () => {
  const response = await request(`${ROOT}collections?x=1`, { redirect: "manual" });
  expect([response.status, response.headers.get("Location")]).toEqual([
    308,
    `${ROOT}collections/?x=1`,
  ]);
});
