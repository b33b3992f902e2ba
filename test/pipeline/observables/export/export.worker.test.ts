import { beforeAll, describe, expect, it } from "vitest";
import type { StixBundle } from "../../../../src/sharing/exports/stix/bundle.ts";
import { stixBundleSchema } from "../../../support/stix-schema.ts";
import { ingestSmallRelease, request, requestJson } from "../../../support/service.ts";

type Json = Record<string, unknown>;
const PATH = "/api/pipeline/observables/export";
const MD5 = "0123456789abcdef0123456789abcdef";

const attribute = (type: string, value: string, more: object = {}) => ({
  type,
  value,
  to_ids: true,
  ...more,
});

/** An event with a value of each role that an event can give. */
const EVENT = {
  info: "An event to be exported again",
  uuid: "21000000-0000-4000-8000-000000000001",
  Attribute: [
    attribute("url", "http://exported-c2.xyz/gate?a=1"),
    attribute("ip-dst", "2a01:4f8::7"),
    attribute("filename|md5", `EvilTool.exe|${MD5}`),
    attribute("regkey", String.raw`HKCU\Software\Exported`),
    attribute("vulnerability", "CVE-2026-11111"),
    attribute("mac-address", "5E:FF:56:A2:AF:15"),
    attribute("domain", "seldom-named.xyz", { to_ids: false }),
    attribute("target-email", "cfo@exported-victim.com", { to_ids: false }),
    attribute("link", "https://exported-blog.com/post", { to_ids: false }),
  ],
};

let reportId = "";

beforeAll(async () => {
  await ingestSmallRelease();
  const body = JSON.stringify({ Event: EVENT });
  const sent = await requestJson<Json>("/api/pipeline/import/misp", { method: "POST", body });
  expect(sent.body).toMatchObject({
    items_created: 1,
    attributes: { seen: 9, observables: 8, foreign: { "mac-address": 1 }, refused: 0 },
  });
  const { body: reports } = await requestJson<Json[]>("/api/pipeline/intake?q=exported again");
  reportId = String(reports[0]?.["id"]);
  const { body: tagged } = await requestJson<Json[]>(
    "/api/pipeline/observables?q=seldom-named.xyz",
  );
  const id = String(tagged[0]?.["id"]);
  await requestJson(`/api/pipeline/observables/${id}`, {
    method: "PATCH",
    body: JSON.stringify({ tags: ["=phish", "Охота"], confidence: 30 }),
  });
});

async function exported(query: string): Promise<string> {
  const response = await request(`${PATH}?${query}`);
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status: 200 });
  return text;
}

const ofReport = (query: string) => exported(`report_id=${reportId}&${query}`);

describe("observables as a plain list", () => {
  it("are what one can block, one a line", async () => {
    const lines = (await ofReport("format=txt")).trimEnd().split("\n").sort();
    expect(lines).toEqual(
      [
        "http://exported-c2.xyz/gate?a=1",
        "2a01:4f8::7",
        "EvilTool.exe",
        MD5,
        String.raw`HKEY_CURRENT_USER\Software\Exported`,
        "CVE-2026-11111",
        "5E:FF:56:A2:AF:15",
        "seldom-named.xyz",
      ].sort(),
    );
  });

  it("have other roles only where they are asked for, and are defanged where asked", async () => {
    expect(await ofReport("format=txt&role=victim")).toContain("cfo@exported-victim.com\n");
    expect(await ofReport("format=txt&role=host&kind=domain&defang=true")).toContain(
      "exported-c2[.]xyz\n",
    );
    expect(await ofReport("format=txt&kind=url,ipv6&defang=true")).toMatch(
      /^(?:hxxp:\/\/exported-c2\[\.\]xyz\/gate\?a=1\n|2a01:4f8:\[:\]7\n){2}$/,
    );
    expect(await ofReport("format=txt&min_confidence=60&kind=domain")).toBe("");
  });
});

describe("observables as STIX", () => {
  it("are indicators where one can block them, objects where not, and a valid bundle", async () => {
    const response = await request(`${PATH}?report_id=${reportId}&format=stix`);
    expect(response.headers.get("Content-Type")).toBe("application/stix+json;version=2.1");
    const bundle = await response.json<StixBundle>();
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    const of = (type: string) => bundle.objects.filter((object) => object.type === type);
    expect(bundle.objects.map(({ id }) => id)).toHaveLength(
      new Set(bundle.objects.map(({ id }) => id)).size,
    );
    expect(of("identity")).toHaveLength(1);
    expect(of("vulnerability")).toMatchObject([{ name: "CVE-2026-11111" }]);
    expect(of("email-addr")).toMatchObject([{ value: "cfo@exported-victim.com" }]);
    expect(of("domain-name").map(({ value }) => value)).toContain("exported-c2.xyz");
    const patterns = new Map(of("indicator").map((one) => [one["pattern"], one]));
    expect([...patterns.keys()]).toContain("[file:name = 'EvilTool.exe']");
    const weak = patterns.get("[domain-name:value = 'seldom-named.xyz']");
    expect(weak).toMatchObject({
      confidence: 30,
      indicator_types: ["unknown"],
      labels: ["role:mentioned", "=phish", "Охота"],
    });
    expect(String(weak?.["valid_until"]) > String(weak?.["valid_from"])).toBe(true);
    // A hash never changes hands.
    expect(patterns.get(`[file:hashes.MD5 = '${MD5}']`)).not.toHaveProperty("valid_until");
  });

  it("have the same ids each time, and come in again as they left", async () => {
    const [one, two] = [await ofReport("format=stix"), await ofReport("format=stix")];
    const ids = (text: string) => (JSON.parse(text) as StixBundle).objects.map(({ id }) => id);
    expect(ids(one)).toEqual(ids(two));
    const again = await requestJson<Json>("/api/pipeline/import/stix?dry_run=true", {
      method: "POST",
      body: one,
    });
    expect(again.body).toMatchObject({
      observables_created: 0,
      error_count: 0,
      // Once as an object, and once in the pattern of its indicator.
      attributes: { refused: 0, foreign: { "mac-address": 2 } },
    });
  });
});

describe("observables as a MISP event", () => {
  it("mark for detection what is an indicator, sure enough and active", async () => {
    const { Event: event } = JSON.parse(await ofReport("format=misp")) as {
      Event: Json & { Attribute: Json[] };
    };
    // MISP takes UUIDs of versions 1 to 5.
    expect(event["uuid"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    expect(event).toMatchObject({ published: false, distribution: "0", analysis: "2" });
    const of = (type: string) => event.Attribute.filter((one) => one["type"] === type);
    expect(of("md5")).toMatchObject([
      { value: MD5, category: "Payload delivery", to_ids: true, distribution: "5" },
    ]);
    expect(of("mac-address")).toMatchObject([{ value: "5E:FF:56:A2:AF:15", to_ids: true }]);
    expect(of("domain").find(({ value }) => value === "seldom-named.xyz")).toMatchObject({
      to_ids: false,
      Tag: [{ name: "=phish" }, { name: "Охота" }],
    });
    expect(of("email-src")).toMatchObject([{ value: "cfo@exported-victim.com", to_ids: false }]);
    expect(of("vulnerability")).toMatchObject([{ value: "CVE-2026-11111" }]);
  });

  it("is whole where there is nothing in it", async () => {
    const text = await exported("format=misp&q=nothing-has-this-value");
    expect(JSON.parse(text)).toMatchObject({ Event: { Attribute: [] } });
    const bundle = JSON.parse(await exported("format=stix&q=nothing-has-this-value")) as StixBundle;
    expect(bundle.objects).toMatchObject([{ type: "identity" }]);
  });
});

describe("observables as rows", () => {
  it("have role, expiry and whether they are active, and are defanged where asked", async () => {
    const rows = (await ofReport("kind=url&defang=true&role=indicator")).trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row) as Json)).toMatchObject([
      {
        value: "hxxp://exported-c2[.]xyz/gate?a=1",
        normalized_value: "hxxp://exported-c2[.]xyz/gate?a=1",
        role: "indicator",
        active: true,
      },
    ]);
    const csv = await ofReport("format=csv&tag=%3Dphish");
    const [head, row] = csv.split("\r\n");
    expect(head).toMatch(/^id,kind,value,.*,last_seen_at,role,expires_at,active,created_at$/);
    // A spreadsheet would take it for a formula.
    expect(row).toContain('"\'=phish;Охота"');
  });

  it("leave out what is a reference, which is suppressed by that rule", async () => {
    expect(await ofReport("")).not.toContain("exported-blog.com");
    const { body } = await requestJson<Json[]>(
      "/api/pipeline/suppressions?rule=reference&q=exported-blog.com",
    );
    expect(body.map(({ kind }) => kind)).toEqual(["url"]);
  });
});

describe("what cannot be asked for", () => {
  it.each([
    "format=stix&defang=true",
    "format=misp&defang=true",
    "format=pdf",
    "sesion_id=00000000-0000-4000-8000-000000000000",
    "limit=5",
    "role=boss",
    "kind=misp:%20%C3%84",
    "min_confidence=101",
    "first_seen_since=yesterday",
  ])("%s is refused", async (query) => {
    const { status, body } = await requestJson<Json>(`${PATH}?${query}`);
    expect({ status, code: body["code"] }).toEqual({ status: 422, code: "validation_error" });
  });
});
