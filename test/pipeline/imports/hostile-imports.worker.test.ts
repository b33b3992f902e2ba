import { beforeAll, describe, expect, it } from "vitest";
import type { ImportResult } from "../../../src/pipeline/imports/schema.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

type Json = Record<string, unknown>;

const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
const long = (letters: number) => "x".repeat(letters);
const id = (type: string, n: number) =>
  `${type}--30000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const bundle = (objects: unknown[]) => ({ type: "bundle", id: id("bundle", 1), objects });
const report = (n: number, more: Json = {}) => ({
  type: "report",
  id: id("report", n),
  name: `Hostile import report ${n}`,
  ...more,
});
const event = (n: number, more: Json = {}) => ({
  Event: {
    info: `Hostile sharing event ${n}`,
    uuid: `40000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    ...more,
  },
});

const loose = (n: number) => ({ type: "ipv4-addr", id: id("ipv4-addr", n), value: "185.10.11.12" });

async function send(path: string, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method: "POST", body: text };
  return await requestJson<ImportResult>(`/api/pipeline/import/${path}`, init);
}

/** Sends it dry and in earnest; both must say the same of reports and errors. */
async function sendTwice(path: string, body: unknown): Promise<ImportResult> {
  const dry = await send(`${path}?dry_run=true`, body);
  const real = await send(path, body);
  expect([dry.status, real.status]).toEqual([200, 200]);
  const sums = ({ items_seen, items_created, duplicates, items_failed, errors }: ImportResult) => ({
    items_seen,
    items_created,
    duplicates,
    items_failed,
    errors,
  });
  expect(sums(dry.body)).toEqual(sums(real.body));
  const { items_seen: seen, items_created: created, duplicates, items_failed: failed } = real.body;
  expect(created + duplicates + failed).toBe(seen);
  return real.body;
}

beforeAll(async () => {
  await ingestSmallRelease();
});

describe("one bad object", () => {
  it("of a name that all objects of JavaScript inherit costs nothing", async () => {
    const attributes = INHERITED.map((type) => ({ type, value: "x" }));
    const events = await sendTwice("misp", [event(1, { Attribute: attributes }), event(2)]);
    expect(events).toMatchObject({ items_created: 2, error_count: 0 });
    const objects = [
      ...INHERITED.map((type, n) => ({
        type: "observed-data",
        id: id("observed-data", n),
        objects: {
          0: {
            type,
            value: "x",
            hashes: { [type]: "y" },
          },
        },
      })),
      ...INHERITED.map((type, n) => ({ type, id: id(type, n), name: "n", value: "v" })),
      ...INHERITED.map((type, n) => ({
        type: "indicator",
        id: id("indicator", n),
        pattern: `[${type}:value = 'a' AND file:hashes.${type} = 'b']`,
      })),
      report(10),
    ];
    const text = JSON.stringify(bundle(objects)).replaceAll('"valueOf":"y"', '"__proto__":{"a":1}');
    const stix = await sendTwice("stix", text);
    // What no report refers to shares one.
    expect(stix).toMatchObject({ items_created: 2, error_count: 0 });
    expect(stix.objects_by_type).toMatchObject({ report: 1, indicator: 5, toString: 1 });
  });

  it.each([
    ["url", { external_references: [{ source_name: "s", url: `https://a.xyz/${long(4e6)}` }] }],
    ["name", { name: long(4e6) }],
    ["id", { id: `report--${long(4e6)}` }],
    // Together they stay below what one object may have.
    ["type", { type: long(2e6), id: `${long(2e6)}--1` }],
    ["type", { type: long(4e6), id: 7 }],
  ] as const)("with a %s of 4 MB is named, and its siblings enter", async (what, more) => {
    const n = 20 + 3 * JSON.stringify(more).length;
    const result = await sendTwice("stix", bundle([report(n), report(n + 1, more), report(n + 2)]));
    const isIgnored = what === "type" && typeof (more as Json)["id"] === "string";
    expect(result).toMatchObject({ items_created: 2, error_count: isIgnored ? 0 : 1 });
    for (const { pointer, id: named, reason } of result.errors) {
      expect(pointer).toBe("/objects/1");
      expect((named ?? "").length).toBeLessThanOrEqual(200);
      expect(reason).toContain(what);
    }
    expect(JSON.stringify(result).length).toBeLessThan(2_000);
  });

  it.each([
    [4e6, "has a pattern of more than 1000000 characters"],
    [5e6, "is larger than 4 MiB"],
  ])("with a pattern of %d bytes is named", async (size, reason) => {
    const pattern = `[domain-name:value = '${long(size)}']`;
    const indicator = { type: "indicator", id: id("indicator", 50), pattern };
    const result = await sendTwice("stix", bundle([indicator, report(51 + size)]));
    expect(result).toMatchObject({
      items_created: 1,
      errors: [{ pointer: "/objects/0", reason }],
    });
  });

  it.each([
    ["x", 4_000_000],
    // NFKC makes 18 characters of each.
    ["\ufdfa", 300_000],
  ])("is none that only has a publisher of %s × %d: its name is shortened", async (sign, times) => {
    const name = `Publisher ${sign.repeat(times)}`;
    const identity = { type: "identity", id: id("identity", times), name };
    const by = { created_by_ref: identity.id };
    const stix = await sendTwice(
      "stix",
      bundle([identity, report(times, by), report(times + 1), { ...by, ...loose(times) }]),
    );
    expect(stix).toMatchObject({ items_created: 3, error_count: 0 });
    const misp = await sendTwice("misp", [
      event(times, { Orgc: { name } }),
      event(times + 1, { Org: { name } }),
    ]);
    expect(misp).toMatchObject({ items_created: 2, error_count: 0 });
    const path = `/api/pipeline/intake?import_id=${misp.import_id}`;
    const { body } = await requestJson<{ publisher: string }[]>(path);
    for (const { publisher } of body) expect(publisher).toMatch(/^Publisher .{244}…$/su);
  });

  it("of a matrix that is larger than a row is named, and its siblings enter", async () => {
    const techniques = [1, 2].map((n) => ({
      id: `AML.T000${n}`,
      name: `Search ${n}`,
      description: n === 1 ? long(3e6) : "Look.",
    }));
    const study = {
      id: "AML.CS0077",
      name: "A hostile study",
      procedure: [{ technique: "AML.T0002" }],
    };
    const { status, body } = await send("atlas", {
      version: "5.7.7",
      techniques,
      "case-studies": [study],
    });
    expect([status, body.items_created]).toEqual([200, 1]);
    expect(body.errors).toMatchObject([{ pointer: "/techniques/0", id: "AML.T0001" }]);
  });

  it("of an event's fields is named too", async () => {
    const link = (value: string) => ({ Attribute: [{ type: "link", value }] });
    const result = await sendTwice("misp", [
      event(60, { info: long(4e6) }),
      event(61, { uuid: long(4e6) }),
      event(62, link(`https://a.xyz/${long(4e6)}`)),
      event(63, { Orgc: { name: long(4e6) } }),
      event(64, { Tag: [{ name: long(4e6) }, { name: `x:y="T1059"` }] }),
    ]);
    expect(result).toMatchObject({ items_seen: 5, items_created: 3, items_failed: 2 });
    expect(result.errors.map(({ pointer, reason }) => [pointer, reason])).toEqual(
      [
        ["/2/Event/Attribute/0", "has a link of more than 2048 characters"],
        ["/0", "has a name of more than 10000 characters"],
        ["/1", "has an id of more than 1000 characters"],
      ].toSorted(([a = ""], [b = ""]) => (a.slice(0, 2) < b.slice(0, 2) ? -1 : 1)),
    );
  });

  it("with half a character or the end of a string in it enters like any other", async () => {
    const text = JSON.stringify(
      bundle([report(70, { name: "Half \ud800 of \u0000 it" }), report(71)]),
    );
    expect(await sendTwice("stix", text)).toMatchObject({ items_created: 2, error_count: 0 });
  });

  it("that is a matrix of nothing but list marks is refused before it is parsed", async () => {
    const { status, body } = await send("atlas", "- a\n".repeat(900_000));
    expect([status, (body as unknown as Json)["code"]]).toEqual([413, "body_too_large"]);
  });
});

describe("a body of things that are no objects", () => {
  it.each(["stix", "misp"])("of %s ends the import where they are too many", async (kind) => {
    const bodyOf = (length: number) => {
      const numbers = Array.from({ length }, () => 1);
      return kind === "stix" ? bundle(numbers) : numbers;
    };
    for (const path of [`${kind}?dry_run=true`, kind]) {
      const refused = await send(path, bodyOf(10_001));
      expect(refused).toMatchObject({ status: 422, body: { code: "validation_error" } });
      expect(refused.body).toHaveProperty("detail", expect.stringContaining("10000 entries"));
      const accepted = await send(path, bodyOf(10_000));
      expect(accepted.body).toMatchObject({ items_failed: 10_000 });
    }
  });
});

describe("what is known already", () => {
  const url = "https://vendor.unit.dev/known-story";
  const cited = (more: Json) => ({
    ...more,
    external_references: [{ source_name: "vendor", url: `${url}?utm_source=x` }],
  });

  it("is found by the URL of any object, and named", async () => {
    const manual = await requestJson<{ id: string }>("/api/pipeline/intake", {
      method: "POST",
      body: JSON.stringify({ title: "The known story", url }),
    });
    expect(manual.status).toBe(201);
    const known = { report_id: manual.body.id };
    const objects = ["campaign", "note", "malware"].map((type, n) =>
      cited({
        type,
        id: id(type, 100 + n),
        name: `Another name ${n}`,
        content: "c",
      }),
    );
    const stix = await sendTwice("stix", bundle(objects));
    expect(stix).toMatchObject({ items_created: 0, duplicates: 3 });
    expect(stix.duplicates_of).toEqual(
      objects.map((object, n) => ({
        pointer: `/objects/${n}`,
        id: object["id" as never],
        ...known,
      })),
    );
    const linked = event(110, { Attribute: [{ type: "link", value: url }] });
    const misp = await sendTwice("misp", linked);
    expect(misp).toMatchObject({ items_created: 0, duplicates: 1 });
    expect(misp.duplicates_of).toMatchObject([known]);
  });

  it("is found by its title, however short", async () => {
    const titles = ["Zx", "Zx", "Advisory 1", "advisory  1"];
    const result = await sendTwice(
      "stix",
      bundle(titles.map((name, n) => report(120 + n, { name }))),
    );
    expect(result).toMatchObject({ items_created: 2, duplicates: 2 });
  });

  it("is not what has no telling name: that is called after its id", async () => {
    const result = await sendTwice(
      "stix",
      bundle([
        { type: "malware", id: id("malware", 130), name: "Malware" },
        { type: "malware", id: id("malware", 131), name: "Malware" },
        { type: "note", id: id("note", 132), content: "Note" },
      ]),
    );
    expect(result).toMatchObject({ items_created: 3, duplicates: 0 });
    const { body } = await requestJson<{ title: string }[]>(
      `/api/pipeline/intake?import_id=${result.import_id}`,
    );
    expect(body.map(({ title }) => title).sort()).toEqual([
      "Malware 30000000-0000-4000-8000-000000000130",
      "Malware 30000000-0000-4000-8000-000000000131",
      "Note 30000000-0000-4000-8000-000000000132",
    ]);
  });

  it("keeps no link but of the web", async () => {
    const links = ["javascript:alert(1)", "file:///etc/passwd", "https://web.unit.dev/150"];
    const events = links.map((value, n) =>
      event(150 + n, { Attribute: [{ type: "link", value }] }),
    );
    const result = await sendTwice("misp", events);
    const { body } = await requestJson<{ title: string; url: string | null }[]>(
      `/api/pipeline/intake?import_id=${result.import_id}`,
    );
    expect(body.map(({ url: kept }) => kept).filter((kept) => kept !== null)).toEqual([
      "https://web.unit.dev/150",
    ]);
    expect(body).toHaveLength(3);
  });
});

describe("ATLAS", () => {
  const technique = {
    type: "attack-pattern",
    id: id("attack-pattern", 200),
    name: "Search",
    external_references: [
      {
        source_name: "mitre-atlas",
        external_id: "AML.T0000",
      },
    ],
  };
  const collection = {
    type: "x-mitre-collection",
    id: id("x-mitre-collection", 201),
    name: "ATLAS",
    x_mitre_version: "0.1",
  };
  const versions = async () => {
    const path = "/api/attack/versions?domain=atlas";
    const { body } = await requestJson<{ domain: string; version: string }[]>(path);
    return body.filter(({ domain }) => domain === "atlas").map(({ version }) => version);
  };

  it("in STIX publishes no release under the number of its collection", async () => {
    const { body } = await send("ml_matrix", bundle([collection, technique]));
    const unstored = expect.stringContaining("send it again with ?version=");
    const left = { version: null, technique_count: 1, published: false, warnings: [unstored] };
    expect(body).toMatchObject(left);
    const dry = await send("ml_matrix?dry_run=true", bundle([collection, technique]));
    expect(dry.body).toMatchObject(left);
    expect(await versions()).not.toContain("0.1");
    const given = await send("ml_matrix?version=5.4.0", bundle([collection, technique]));
    expect(given.body).toMatchObject({ version: "5.4.0", published: true, warnings: [] });
    expect(await versions()).toContain("5.4.0");
  });

  it("has timestamps where its own data have days", async () => {
    const dates = { created_date: "2022-01-24", modified_date: "2025-04-09" };
    const matrix = {
      id: "ATLAS",
      version: "5.5.5",
      techniques: [
        {
          id: "AML.T0000",
          name: "Search",
          ...dates,
        },
      ],
      "case-studies": [
        {
          id: "AML.CS0009",
          name: "A dated study",
          "incident-date": "2024-05-06",
          procedure: [
            {
              technique: "AML.T0000",
              description: "It was done.",
            },
          ],
        },
      ],
    };
    expect((await send("ml_matrix", matrix)).status).toBe(200);
    const path = "?domain=atlas&version=5.5.5";
    const found = await requestJson(`/api/attack/techniques/AML.T0000${path}`);
    expect(found.body).toMatchObject({
      created: "2022-01-24T00:00:00.000Z",
      modified: "2025-04-09T00:00:00.000Z",
    });
    const study = await requestJson(`/api/apt/campaigns/AML.CS0009${path}`);
    expect(study.body).toMatchObject({ first_seen: "2024-05-06T00:00:00.000Z" });
  });
});
