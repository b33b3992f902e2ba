import { beforeAll, describe, expect, it } from "vitest";
import type { ImportResult } from "../../../src/pipeline/imports/schema.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";

type Json = Record<string, unknown>;
interface Report extends Json {
  title: string;
  technique_ids: string[];
  group_ids: string[];
  observable_ids: string[];
  status: string;
}

const id = (type: string, n: number) =>
  `${type}--10000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const bundle = (objects: unknown[]) => ({ type: "bundle", id: id("bundle", 1), objects });

async function send(path: string, body: unknown, init: RequestInit = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return await requestJson<ImportResult & { code?: string; detail?: string }>(
    `/api/pipeline/import/${path}`,
    { method: "POST", body: text, ...init },
  );
}

async function reportsOf(result: { import_id: string | null }): Promise<Report[]> {
  const { body } = await requestJson<Report[]>(
    `/api/pipeline/intake?limit=200&import_id=${result.import_id}`,
  );
  return body;
}

async function valuesOf(report: Report | undefined): Promise<string[]> {
  const { body } = await requestJson<{ normalized_value: string }[]>(
    `/api/pipeline/observables?limit=200&report_id=${String(report?.["id"])}`,
  );
  return body.map((observable) => observable.normalized_value).sort();
}

beforeAll(async () => {
  await ingestSmallRelease();
});

describe("a STIX bundle", () => {
  const technique = (n: number, external: string | null, name: string) => ({
    type: "attack-pattern",
    id: id("attack-pattern", n),
    name,
    external_references:
      external === null ? [] : [{ source_name: "mitre-attack", external_id: external }],
  });

  it("becomes reports with what belongs to them, revoked ids followed", async () => {
    const objects = [
      { type: "identity", id: id("identity", 1), name: "Unit lab" },
      {
        type: "indicator",
        id: id("indicator", 1),
        pattern:
          "[domain-name:value = 'first-c2.xyz' OR file:hashes.'SHA-256' IN ('" +
          "ab".repeat(32) +
          "')]",
      },
      {
        type: "report",
        id: id("report", 1),
        name: "A report on the long exercise",
        description: "APT28 was seen; it asked 185.12.13.14 for orders.",
        published: "2026-01-02T00:00:00Z",
        created_by_ref: id("identity", 1),
        object_refs: [
          id("indicator", 1),
          id("attack-pattern", 1),
          id("attack-pattern", 2),
          id("ipv4-addr", 1),
        ],
        external_references: [
          { source_name: "blog", url: "https://lab.unit.dev/exercise?utm_source=x" },
        ],
      },
      { type: "ipv4-addr", id: id("ipv4-addr", 1), value: "185.10.11.12" },
      technique(1, "T1086", "PowerShell"),
      technique(2, null, "Phishing"),
      { type: "campaign", id: id("campaign", 1), name: "Long Exercise One" },
      {
        type: "relationship",
        id: id("relationship", 1),
        relationship_type: "uses",
        source_ref: id("campaign", 1),
        target_ref: id("attack-pattern", 3),
      },
      technique(3, "T1574.002", "DLL Side-Loading"),
      technique(4, "T1059", "Nobody refers to this one"),
    ];
    const { status, body } = await send("stix", bundle(objects));
    expect(status).toBe(200);
    expect(body).toMatchObject({ items_seen: 3, items_created: 3, duplicates: 0, errors: [] });
    expect(body.objects_by_type).toMatchObject({ "attack-pattern": 4, report: 1, relationship: 1 });
    const reports = await reportsOf(body);
    expect(reports.every((report) => report.status === "pending")).toBe(true);
    const main = reports.find(({ title }) => title === "A report on the long exercise");
    expect(main).toMatchObject({
      technique_ids: ["T1059.001", "T1566"],
      group_ids: ["G0007"],
      publisher: "Unit lab",
      url: "https://lab.unit.dev/exercise?utm_source=x",
      published_at: "2026-01-02T00:00:00.000Z",
    });
    expect(await valuesOf(main)).toEqual(
      ["185.10.11.12", "185.12.13.14", "ab".repeat(32), "first-c2.xyz"].sort(),
    );
    const ids = (title: string) => reports.find((one) => one.title === title)?.technique_ids;
    expect(ids("Long Exercise One")).toEqual(["T1574.001"]);
    expect(ids("Nobody refers to this one")).toEqual(["T1059"]);
  });

  it("brings in 999 of 1,000 objects where one is bad, and names that one", async () => {
    const objects: Json[] = Array.from({ length: 1000 }, (_, n) => ({
      type: "report",
      id: id("report", 1e3 + n),
      name: `Weekly observation number ${n}`,
      description: `Host ${n} was host-${n}.badnet.xyz.`,
      object_refs: [],
    }));
    objects[417] = { type: "report", id: 5, name: "I have a number for an id" };
    const { body } = await send("stix", bundle(objects));
    expect(body).toMatchObject({ items_seen: 1000, items_created: 999, error_count: 1 });
    expect(body.errors).toEqual([
      {
        pointer: "/objects/417",
        id: null,
        type: "report",
        reason: "has no STIX type with an id of that type",
      },
    ]);
    expect(body.observables_created).toBe(999);
    const { body: receipts } = await requestJson<Json[]>(
      `/api/pipeline/imports/${body.import_id}/receipts?outcome=failed`,
    );
    expect(receipts).toMatchObject([{ pointer: "/objects/417", outcome: "failed" }]);
    const { headers } = await requestJson(
      `/api/pipeline/imports/${body.import_id}/receipts?outcome=created&limit=1`,
    );
    expect(headers.get("X-Total-Count")).toBe("999");
    const again = await send("stix", bundle(objects));
    expect(again.body).toMatchObject({ items_created: 0, duplicates: 999, observables_created: 0 });
  });

  it("survives an object that is no JSON at all", async () => {
    const good = (n: number) =>
      JSON.stringify({ type: "report", id: id("report", n), name: `Good report number ${n}` });
    const text = `{"type":"bundle","objects":[${good(3000)},{"type":"report",oops},${good(3001)}]}`;
    const { body } = await send("stix", text);
    expect(body).toMatchObject({ items_created: 2, errors: [{ pointer: "/objects/1" }] });
  });

  it.each([
    ["[ipv4-addr:value = '185.1.2.3']", ["185.1.2.3"]],
    ["[ipv4-addr:value ISSUBSET '185.1.2.4/32']", ["185.1.2.4"]],
    ["[ipv4-addr:value ISSUBSET '185.1.2.0/24']", ["185.1.2.0/24"]],
    [
      "[url:value = 'http://pat-one.xyz:8080/a' AND domain-name:value != 'good.xyz']",
      ["http://pat-one.xyz:8080/a", "pat-one.xyz"],
    ],
    [
      "([email-addr:value = 'boss@pat-two.xyz'] FOLLOWEDBY [file:hashes.MD5 = '0123456789ABCDEF0123456789ABCDEF']) WITHIN 5 SECONDS",
      ["0123456789abcdef0123456789abcdef", "boss@pat-two.xyz", "pat-two.xyz"],
    ],
    [
      "[network-traffic:dst_ref.value = '185.1.2.5' AND network-traffic:dst_port = 443]",
      ["185.1.2.5"],
    ],
    ["[domain-name:value MATCHES '.*\\\\.xyz$']", []],
    ["[file:name = 'it''s' OR domain-name:value = 'x.xyz'", null],
    ["[domain-name:value = ]]", null],
    ["nonsense", null],
    ["[EXISTS ipv4-addr:value]", []],
    ["[ipv4-addr:value in ('185.1.2.6') /* seen */ and file:hashes.\"MD5\" = 'x']", ["185.1.2.6"]],
    [
      "[domain-name:value = 'pair.xyz' AND domain-name:resolves_to_refs[*].value = '185.1.2.7']",
      ["185.1.2.7", "pair.xyz"],
    ],
  ])("reads the pattern %s", async (pattern, expected) => {
    const n = 5000 + Array.from(pattern).reduce((sum, c) => sum + (c.codePointAt(0) ?? 0), 0);
    const { body } = await send(
      "stix",
      bundle([
        { type: "indicator", id: id("indicator", n), name: `Pattern ${n} to be read`, pattern },
      ]),
    );
    if (expected === null) {
      expect(body).toMatchObject({ items_created: 0, error_count: 1 });
      expect(body.errors[0]?.reason).toContain("pattern");
    } else {
      const [report] = await reportsOf(body);
      expect(await valuesOf(report)).toEqual(expected);
    }
  });

  it("reads a pattern of any length in linear time", async () => {
    const pattern = `[(${"a:b IN ".repeat(200_000)}'x')]`;
    const { body } = await send(
      "stix",
      bundle([{ type: "indicator", id: id("indicator", 6000), pattern }]),
    );
    expect(body).toMatchObject({ items_created: 0, error_count: 1 });
  });

  it("keeps what belongs to a report that is refused", async () => {
    const { body } = await send(
      "stix",
      bundle([
        { type: "report", id: id("report", 6100), object_refs: [id("indicator", 6101)] },
        {
          type: "indicator",
          id: id("indicator", 6101),
          name: "An indicator that lost its report",
          pattern: "[domain-name:value = 'lost-home.xyz']",
        },
      ]),
    );
    expect(body).toMatchObject({ items_created: 1, error_count: 1, observables_created: 1 });
  });

  it("says what became of each value, and names patterns of other languages", async () => {
    const { body } = await send(
      "stix",
      bundle([
        {
          type: "report",
          id: id("report", 6200),
          name: "A report with patterns of several languages",
          object_refs: [6201, 6202, 6203].map((n) => id("indicator", n)),
        },
        {
          type: "indicator",
          id: id("indicator", 6201),
          pattern_type: "yara",
          pattern: "rule a { condition: true }",
        },
        {
          type: "indicator",
          id: id("indicator", 6202),
          pattern: `[file:hashes.'SHA-1' = '${"56".repeat(20)}' AND file:size = 5]`,
          valid_from: "2020-01-01T00:00:00Z",
          valid_until: "2020-06-01T00:00:00Z",
        },
        {
          type: "indicator",
          id: id("indicator", 6203),
          pattern: "[mac-addr:value = '5e:ff:56:a2:af:16' OR file:hashes.MD5 = 'no hash']",
        },
      ]),
    );
    expect(body.attributes).toMatchObject({
      seen: 4,
      observables: 1,
      kinds: { sha1: 1 },
      foreign: { "mac-addr": 1 },
      without_value: 1,
      refused: 1,
    });
    expect(body.errors).toMatchObject([
      {
        pointer: "/objects/1",
        type: "indicator",
        reason: "has a pattern of the language yara, which is not read for observables",
      },
      { pointer: "/objects/3", reason: "has a value that is no file:hashes.MD5" },
    ]);
    const [report] = await reportsOf(body);
    const { body: observables } = await requestJson<Json[]>(
      `/api/pipeline/observables?kind=sha1&report_id=${String(report?.["id"])}`,
    );
    // It is their word that counts until it ends, for hashes too.
    expect(observables).toMatchObject([
      {
        role: "indicator",
        first_seen_at: "2020-01-01T00:00:00.000Z",
        expires_at: "2020-06-01T00:00:00.000Z",
        active: false,
      },
    ]);
  });

  it("is only counted by a dry run", async () => {
    const objects = [
      {
        type: "report",
        id: id("report", 7000),
        name: "Something quite new and unheard of",
        description: "dry-run-host.xyz and 10.0.0.1",
      },
      { type: "report", id: id("report", 7001), name: "something quite NEW and unheard of" },
    ];
    const { body } = await send("stix?dry_run=true", bundle(objects));
    expect(body).toMatchObject({
      import_id: null,
      items_seen: 2,
      items_created: 1,
      duplicates: 1,
      observables_created: 1,
      suppressed: 1,
    });
    const { headers } = await requestJson("/api/pipeline/intake?q=unheard");
    expect(headers.get("X-Total-Count")).toBe("0");
    const real = await send("stix", bundle(objects));
    expect(real.body).toMatchObject({
      items_seen: 2,
      items_created: 1,
      duplicates: 1,
      observables_created: 1,
      suppressed: 1,
    });
  });

  it("of 10,000 indicators is one report, again on the next import", async () => {
    const objects = Array.from({ length: 10_000 }, (_, n) => ({
      type: "indicator",
      id: id("indicator", 2e4 + n),
      name: "Indicator",
      pattern: `[domain-name:value = 'feed-host-${n}.badnet.xyz']`,
      created: "2026-02-03T00:00:00Z",
    }));
    const dry = await send("stix?dry_run=true&filename=feed.json", bundle(objects));
    const counts = { items_seen: 1, items_created: 1, duplicates: 0, observables_created: 10_000 };
    expect(dry.body).toMatchObject(counts);
    const { body } = await send("stix?filename=feed.json", bundle(objects));
    expect(body).toMatchObject({ ...counts, errors: [], attributes: { seen: 10_000 } });
    const [report, ...others] = await reportsOf(body);
    expect(others).toEqual([]);
    expect(report?.title).toMatch(/^feed [0-9a-f]{12}, 2026-02-03$/);
    expect(report?.observable_ids).toHaveLength(10_000);
    const path = `/api/pipeline/imports/${body.import_id}/receipts?outcome=attached&limit=1`;
    const receipts = await requestJson<Json[]>(path);
    expect(receipts.headers.get("X-Total-Count")).toBe("10000");
    expect(receipts.body).toMatchObject([{ object_type: "indicator", report_id: report?.["id"] }]);
    const again = await send("stix?filename=feed.json", bundle(objects));
    const known = { items_created: 0, duplicates: 1, observables_created: 0 };
    expect(again.body).toMatchObject({
      ...known,
      duplicates_of: [{ pointer: "", id: null, report_id: report?.["id"] }],
    });
    const [value] = (
      await requestJson<Json[]>("/api/pipeline/observables?q=feed-host-77.badnet.xyz")
    ).body;
    expect(value).toMatchObject({ role: "indicator", expires_at: expect.any(String) });
  });

  it("may be a bare list of objects, sent packed", async () => {
    const list = [{ type: "domain-name", id: id("domain-name", 9), value: "loose-host.xyz" }];
    const packed = await new Response(
      new Blob([JSON.stringify(list)]).stream().pipeThrough(new CompressionStream("gzip")),
    ).arrayBuffer();
    const { body } = await requestJson<ImportResult>("/api/pipeline/import/stix", {
      method: "POST",
      body: packed,
      headers: { "Content-Encoding": "gzip" },
    });
    expect(body).toMatchObject({ items_created: 1, observables_created: 1 });
    expect(await valuesOf((await reportsOf(body))[0])).toEqual(["loose-host.xyz"]);
  });
});

describe("sharing events", () => {
  const event = (n: number, more: Json = {}) => ({
    info: `Exercise event number ${n}`,
    uuid: `20000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    date: "2026-02-03",
    Orgc: { name: "Unit CERT" },
    ...more,
  });

  it("come in every shape", async () => {
    const shapes: [unknown, number][] = [
      [{ Event: event(1) }, 1],
      [{ response: [{ Event: event(2) }, { Event: event(3) }] }, 2],
      [[{ Event: event(4) }, event(5)], 2],
      [event(6), 1],
      [{ response: [event(7)] }, 1],
      [{ response: { Event: event(8) } }, 1],
      [{ Attribute: [{ type: "domain", value: "beside.xyz" }], Event: event(9) }, 1],
    ];
    for (const [body, created] of shapes) {
      const answer = await send("misp", body);
      expect(answer.body).toMatchObject({
        items_created: created,
        errors: [],
      });
    }
  });

  it("give attributes, objects, galaxies and tags their meaning", async () => {
    const body = {
      Event: event(20, {
        Tag: [
          { name: 'misp-galaxy:mitre-attack-pattern="PowerShell"' },
          {
            name: 'misp-galaxy:mitre-enterprise-attack-attack-pattern="DLL Side-Loading - T1574.002"',
          },
          { name: 'misp-galaxy:mitre-course-of-action="Account Discovery Mitigation - T1087"' },
          { name: 'misp-galaxy:mitre-attack-pattern="Some Forgotten Way"' },
          { name: "tlp:white" },
        ],
        Galaxy: [
          {
            type: "mitre-intrusion-set",
            GalaxyCluster: [{ type: "mitre-intrusion-set", value: "Cozy Bear" }],
          },
        ],
        Attribute: [
          { type: "ip-dst|port", value: "185.20.21.22|443", to_ids: true },
          { type: "filename|sha256", value: `a|b.exe|${"cd".repeat(32)}`, to_ids: true },
          { type: "url", value: "http://attr-host.xyz/x" },
          { type: "text", value: "then prose-host[.]xyz was asked" },
          { type: "link", value: "https://vendor-blog.xyz/report-on-it" },
          { type: "ip-src", value: "2a01:4f8::0001" },
          { type: "domain", value: "gone.xyz", deleted: true },
          { type: "md5", value: "not a hash", uuid: "bad-one" },
          { type: 5 },
        ],
        Object: [{ name: "file", Attribute: [{ type: "md5", value: "ef".repeat(16) }] }],
      }),
    };
    const { body: result } = await send("sharing_events", body);
    expect(result).toMatchObject({ items_seen: 1, items_created: 1 });
    expect(result.attributes).toEqual({
      seen: 10,
      observables: 6,
      kinds: { ipv4: 1, ipv6: 1, file_name: 1, sha256: 1, url: 2, md5: 1 },
      foreign: {},
      in_text: 1,
      without_value: 0,
      deleted: 1,
      refused: 2,
      proposals: 0,
      attachments: 0,
    });
    expect(result.errors).toEqual([
      {
        pointer: "/Event/Attribute/7",
        id: "bad-one",
        type: "md5",
        reason: "has a value that is no md5",
      },
      {
        pointer: "/Event/Attribute/8",
        id: null,
        type: "attribute",
        reason: "is an attribute without type or value",
      },
      expect.objectContaining({
        pointer: "",
        reason: 'names the technique "Some Forgotten Way", which no ingested release knows',
      }),
    ]);
    const [report] = await reportsOf(result);
    expect(report).toMatchObject({
      technique_ids: ["T1059.001", "T1574.001"],
      group_ids: ["G0016"],
      publisher: "Unit CERT",
      url: "https://vendor-blog.xyz/report-on-it",
    });
    expect(await valuesOf(report)).toEqual(
      [
        "185.20.21.22",
        "2a01:4f8::1",
        "a|b.exe",
        "attr-host.xyz",
        "http://attr-host.xyz/x",
        "cd".repeat(32),
        "ef".repeat(16),
        "prose-host.xyz",
      ].sort(),
    );
  });

  it("keep what they say of a value: types of their own, times, comments, files and proposals", async () => {
    const said = { to_ids: true, comment: "Beacon of the exercise" };
    const seen = { first_seen: "2020-01-01T00:00:00Z", last_seen: "2020-02-01T00:00:00Z" };
    const body = {
      Event: event(21, {
        Attribute: [
          { type: "mac-address", value: "5E:FF:56:A2:AF:15" },
          { type: "domain", value: "times-said.xyz", ...said, ...seen },
          {
            type: "malware-sample",
            value: `said.exe|${"12".repeat(16)}`,
            data: "UEsDBBQ=",
            ShadowAttribute: [{ type: "filename", value: "proposed.exe" }],
          },
        ],
        ShadowAttribute: [{ type: "sha1", value: "34".repeat(20), to_ids: true }],
      }),
    };
    const { body: result } = await send("misp", body);
    expect(result.attributes).toMatchObject({
      seen: 3,
      observables: 2,
      foreign: { "mac-address": 1 },
      proposals: 2,
      attachments: 1,
    });
    expect(result.objects_by_type).toEqual({ event: 1, attachment: 1 });
    const [report] = await reportsOf(result);
    const { body: observables } = await requestJson<Json[]>(
      `/api/pipeline/observables?report_id=${String(report?.["id"])}`,
    );
    const of = (value: string) => observables.find((one) => one["normalized_value"] === value);
    expect(of("5E:FF:56:A2:AF:15")).toMatchObject({ kind: "misp:mac-address", role: "mentioned" });
    expect(of("34".repeat(20))).toMatchObject({ kind: "sha1", role: "mentioned" });
    expect(of("proposed.exe")).toMatchObject({ kind: "file_name", role: "mentioned" });
    expect(of("times-said.xyz")).toMatchObject({
      role: "indicator",
      first_seen_at: "2020-01-01T00:00:00.000Z",
      // 180 days after it was seen last.
      expires_at: "2020-07-30T00:00:00.000Z",
      active: false,
    });
    const { body: receipts } = await requestJson<Json[]>(
      `/api/pipeline/imports/${result.import_id}/receipts?outcome=ignored`,
    );
    expect(receipts).toMatchObject([
      {
        pointer: "/Event/Attribute/2",
        object_type: "attachment",
        reason: "is a file: its name and hashes are kept, its bytes are not",
      },
    ]);
  });

  it("brings in 999 of 1,000 events where one is bad", async () => {
    const events: unknown[] = Array.from({ length: 1000 }, (_, n) => ({ Event: event(1000 + n) }));
    events[3] = { Event: { uuid: "no-info" } };
    const { body } = await send("sharing_events", { response: events });
    expect(body).toMatchObject({ items_seen: 1000, items_created: 999, error_count: 1 });
    expect(body.errors[0]).toMatchObject({
      pointer: "/response/3",
      id: "no-info",
      reason: "is an event without info",
    });
  });

  it("are taken without a uuid, and identified by info, date and organization", async () => {
    const plain = (more: object) => {
      const { uuid: _uuid, ...rest } = event(7000);
      return { Event: { ...rest, ...more } };
    };
    const info = "A loader seen in spring";
    const first = plain({ info, Attribute: [{ type: "domain", value: "no-uuid.xyz" }] });
    const { body } = await send("sharing_events", first);
    expect(body).toMatchObject({ items_created: 1, observables_created: 1, error_count: 0 });
    const [report] = await reportsOf(body);
    expect(report?.["title"]).toBe(info);
    const again = plain({ info, Attribute: [{ type: "domain", value: "no-uuid-either.xyz" }] });
    const others = [again, plain({ info: "Event" }), plain({ info: "Event", date: "2020-01-02" })];
    const { body: second } = await send("sharing_events", { response: others });
    expect(second).toMatchObject({ items_created: 2, duplicates: 1, observables_created: 1 });
    const { body: refused } = await send("sharing_events", [
      plain({ info: undefined, Attribute: [{ type: "domain", value: "neither.xyz" }] }),
    ]);
    expect(refused.errors).toMatchObject([
      { pointer: "/0", reason: "is an event without info, uuid and id" },
    ]);
  });

  it("are one report where they link to the same page, as docs/api.md has it", async () => {
    const link = { type: "link", value: "https://www.vendor-site.xyz/" };
    const both = [4000, 4001].map((n) => ({ Event: event(n, { Attribute: [link] }) }));
    const { body } = await send("misp", both);
    expect(body).toMatchObject({ items_created: 1, duplicates: 1 });
    const [report] = await reportsOf(body);
    expect(body.duplicates_of).toEqual([
      { pointer: "/1", id: event(4001).uuid, report_id: report?.["id"] },
    ]);
  });

  it("take what an event gained since it was imported first", async () => {
    const grown = (values: string[]) => ({
      Event: event(3000, { Attribute: values.map((value) => ({ type: "domain", value })) }),
    });
    const first = await send("misp", grown(["grow-one.xyz"]));
    const second = await send("misp", grown(["grow-one.xyz", "grow-two.xyz"]));
    expect(second.body).toMatchObject({
      items_created: 0,
      duplicates: 1,
      observables_created: 1,
      observables_known: 1,
    });
    expect(await valuesOf((await reportsOf(first.body))[0])).toEqual([
      "grow-one.xyz",
      "grow-two.xyz",
    ]);
  });
});

describe("a threat matrix", () => {
  const matrix = (version: string) => ({
    id: "ATLAS",
    name: "Small matrix",
    version,
    matrices: [
      {
        id: "ATLAS",
        tactics: [
          {
            id: "AML.TA0002",
            name: "Reconnaissance",
          },
        ],
        techniques: [
          {
            id: "AML.T0000",
            name: "Search Databases",
            tactics: ["AML.TA0002"],
            description: "Look.",
          },
          {
            id: "AML.T0000.001",
            name: "Pre-Prints",
            "subtechnique-of": "AML.T0000",
          },
          {
            id: "T0001",
            name: "Wrong id",
          },
        ],
        mitigations: [
          {
            id: "AML.M0001",
            name: "Say less",
            description: "Publish less.",
            techniques: [
              { id: "AML.T0000.001", use: "No pre-prints.\n" },
              { id: "AML.T0000.001", use: "Again." },
              { id: "AML.T9999" },
              "AML.T0000",
            ],
          },
          { id: "M1", name: "Wrong id", techniques: [{ id: "AML.T0000.001" }] },
          7,
        ],
      },
    ],
    "case-studies": [
      {
        id: "AML.CS0001",
        name: "A study of a small matrix",
        summary: "It was tried.",
        "incident-date": "2025-03-04",
        procedure: [
          {
            tactic: "AML.TA0002",
            technique: "AML.T0000.001",
            description: "Read papers.",
          },
        ],
      },
    ],
  });

  it("becomes a release of `atlas`, its case studies reports", async () => {
    const { body } = await send("ml_matrix", matrix("5.0.1"));
    expect(body).toMatchObject({
      framework: "ATLAS",
      version: "5.0.1",
      technique_count: 2,
      items_created: 1,
      errors: [
        {
          pointer: "/matrices/0/techniques/2",
          id: "T0001",
        },
      ],
    });
    const [study] = await reportsOf(body);
    expect(study).toMatchObject({
      technique_ids: ["AML.T0000.001"],
      url: "https://atlas.mitre.org/studies/AML.CS0001",
    });
    const techniques = await requestJson<Json[]>("/api/attack/techniques?domain=atlas");
    expect(techniques.body).toMatchObject([
      { attack_id: "AML.T0000", tactics: ["reconnaissance"], is_subtechnique: false },
      { attack_id: "AML.T0000.001", tactics: ["reconnaissance"], is_subtechnique: true },
    ]);
    const mitigations = await requestJson<Json[]>(
      "/api/attack/techniques/aml.t0000.001/mitigations?domain=atlas",
    );
    expect(mitigations.body).toEqual([
      {
        attack_id: "AML.M0001",
        stix_id: expect.stringMatching(/^course-of-action--/),
        name: "Say less",
        url: "https://atlas.mitre.org/mitigations/AML.M0001",
        description: "Publish less.",
        use: "No pre-prints.",
      },
    ]);
    const detection = await requestJson<Json>(
      "/api/attack/techniques/AML.T0000.001/detection?domain=atlas",
    );
    expect(detection.body).toMatchObject({ model: "none", strategies: [], data_sources: [] });
    const campaign = await requestJson("/api/apt/campaigns/aml.cs0001?domain=atlas");
    expect(campaign.body).toMatchObject({ name: "A study of a small matrix" });
    const compared = await requestJson<Json[]>("/api/apt/campaigns/compare?domain=atlas", {
      method: "POST",
      body: JSON.stringify({ technique_ids: ["aml.t0000.001"] }),
    });
    expect(compared.body).toMatchObject([{ campaign_attack_id: "AML.CS0001", similarity: 1 }]);
  });

  it("is no other framework's bundle, and repeats no id", async () => {
    const attack = bundle([
      {
        type: "attack-pattern",
        id: id("attack-pattern", 9e3),
        name: "Not of ATLAS",
        external_references: [
          {
            source_name: "mitre-attack",
            external_id: "T1059",
          },
        ],
      },
    ]);
    expect((await send("ml_matrix", attack)).body).toMatchObject({ code: "not_ml_matrix" });
    const twice = [1, 2].map((n) => ({ id: "AML.T0000", name: `Twice ${n}` }));
    expect((await send("ml_matrix", { version: "5.9.9", techniques: twice })).body).toMatchObject({
      technique_count: 1,
      errors: [
        {
          pointer: "/techniques/1",
          reason: "repeats an id",
        },
      ],
    });
    expect((await send("ml_matrix", "foo: &a\n  bar: *a\ntechniques: []")).status).toBeLessThan(
      500,
    );
  });

  it("may be YAML, and leaves nothing on a dry run", async () => {
    const yaml = [
      "---",
      "id: ATLAS",
      "version: 6.0.0",
      "matrices:",
      "- tactics: []",
      "  techniques:",
      "  - id: AML.T0002",
      "    name: From YAML",
    ].join("\n");
    const dry = await send("atlas?dry_run=true", yaml);
    expect(dry.body).toMatchObject({ version: "6.0.0", technique_count: 1 });
    const { body } = await requestJson<{ version: string }[]>("/api/attack/versions?domain=atlas");
    expect(body.map(({ version }) => version)).not.toContain("6.0.0");
    expect((await send("atlas", yaml)).status).toBe(200);
  });
});

describe("a body", () => {
  it.each([
    ["stix", "{}", 422, "not_stix"],
    ["stix", "[1,2,3]", 422, "not_stix"],
    ["stix", '{"Event":{"info":"x","uuid":"y"}}', 422, "not_stix"],
    ["stix", '{"type":"bundle","objects":[', 400, "invalid_json"],
    ["stix", "not json", 400, "invalid_json"],
    ["stix", "", 400, "input_required"],
    ["misp", "{}", 422, "not_sharing_event"],
    ["misp", '{"type":"bundle","objects":[]}', 422, "not_sharing_event"],
    ["misp", "[]", 422, "not_sharing_event"],
    ["misp", "5", 422, "not_sharing_event"],
    ["ml_matrix", "{}", 422, "not_ml_matrix"],
    ["ml_matrix", "just words", 422, "not_ml_matrix"],
    ["ml_matrix", "a: [b", 422, "not_ml_matrix"],
    ["ml_matrix", `{"techniques":${"[".repeat(100)}`, 400, "invalid_json"],
    [
      "stix",
      `{"type":"bundle","objects":[${'{"a":'.repeat(70)}1${"}".repeat(70)}]}`,
      400,
      "invalid_json",
    ],
  ])("for %s that is %s is refused", async (path, body, status, code) => {
    const answer = await send(path, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(/\.$/);
  });

  it("leaves one row in the audit trail, and none when it is refused or only counted", async () => {
    const count = async () => {
      const { env } = await import("cloudflare:test");
      const row = await env.WORKSPACE_DB.prepare(
        "select count(*) as n from audit where action like 'import.%'",
      ).first<{ n: number }>();
      return row?.n ?? -1;
    };
    const before = await count();
    await send("stix", "{}");
    await send("stix?dry_run=true", bundle([]));
    expect(await count()).toBe(before);
    await send("stix", bundle([]));
    expect(await count()).toBe(before + 1);
  });

  it("of another kind of content is read all the same", async () => {
    const answer = await request("/api/pipeline/import/stix", {
      method: "POST",
      body: new TextEncoder().encode(`\uFEFF${JSON.stringify(bundle([]))}`),
      headers: { "Content-Type": "text/plain" },
    });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});

describe("a dry run and the import after it", () => {
  const event = (n: number) => ({
    Event: { info: `Previewed event ${n}`, uuid: `previewed-${n}`, date: "2026-02-03" },
  });

  it("lists the reports of the file, and which of them are known", async () => {
    await send("misp", event(1));
    const { body } = await send("misp?dry_run=true", [event(1), event(2), event(2)]);
    expect(body.import_id).toBeNull();
    expect(body.reports.map(({ title, is_known }) => [title, is_known])).toEqual([
      ["Previewed event 1", true],
      ["Previewed event 2", false],
      ["Previewed event 2", true],
    ]);
    const [known, fresh] = body.reports;
    expect(known?.report_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(fresh).toMatchObject({ report_id: null, technique_count: 0, pointer: "/1" });
    expect(fresh?.published_at).toMatch(/^2026-02-03/);
  });

  it("stores the file's name and how many objects ended how", async () => {
    const sent = [event(3), event(3), 7];
    const { body: result } = await send("sharing_events?filename=events.json", sent);
    expect(result.reports).toEqual([]);
    const { body } = await requestJson(`/api/pipeline/imports/${result.import_id}`);
    expect(body).toMatchObject({
      filename: "events.json",
      outcomes: { created: 1, duplicate: 1, failed: 1 },
    });
  });
});
