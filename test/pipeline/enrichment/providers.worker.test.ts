import { beforeAll, describe, expect, it } from "vitest";
import type { Enrichment } from "../../../src/pipeline/enrichment/schema.ts";
import type { ProviderName } from "../../../src/pipeline/enrichment/vocabulary.ts";
import { observe, providerWorld } from "../../support/providers/provider-world.ts";
import { ADDRESS, DOMAIN, MD5, SHA1, SHA256, URL_OF_IT } from "../../support/providers/values.ts";
import { GOOD_KEY } from "../../support/providers/wire.ts";
import { ingestSmallRelease } from "../../support/service.ts";

beforeAll(ingestSmallRelease);

const DAY = 24 * 60 * 60;
let days = 0;

const VALUES: Readonly<Record<string, string>> = {
  ipv4: ADDRESS,
  domain: DOMAIN,
  url: URL_OF_IT,
  md5: MD5,
  sha1: SHA1,
  sha256: SHA256,
};

/** A world in which no record of an earlier one is valid any more. */
function laterWorld(...given: Parameters<typeof providerWorld>) {
  const world = providerWorld(...given);
  days += 2;
  world.clock.seconds = days * DAY;
  return world;
}

/** What is sent and what comes of it. */
async function ask(provider: ProviderName, kind: string) {
  const { enrich, sent } = laterWorld();
  const { id } = await observe(kind, VALUES[kind] ?? "");
  const record = await enrich(id, { provider });
  const [request, ...others] = sent;
  if (request === undefined) throw new Error("nothing was sent");
  expect(others).toEqual([]);
  return { record, request };
}

const factsOf = ({ facts }: Enrichment) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));
const statsOf = ({ stats }: Enrichment) =>
  Object.fromEntries(stats.map(({ name, count }) => [name, count]));
const namesOf = ({ related }: Enrichment) =>
  related.map(({ kind, name, attack_id }) => [kind, name, attack_id]);

describe("VirusTotal", () => {
  it("is asked for a file by its hash, and prints what its engines say", async () => {
    const { record, request } = await ask("virustotal", "sha256");
    expect([request.method, request.path]).toEqual(["GET", `/files/${SHA256}`]);
    expect(request.headers.get("x-apikey")).toBe(GOOD_KEY);
    expect(record).toMatchObject({
      provider: "virustotal",
      status: "complete",
      confidence: 90,
      asked_for: SHA256,
      as_of: "2025-11-20T00:53:20.000Z",
      link: `https://www.virustotal.com/gui/file/${SHA256}`,
      detail: null,
      reported_by: [
        { name: "Alpha", said: "Trojan.Emotet.Gen", at: "2025-11-20T00:53:20.000Z", link: null },
        { name: "Gamma", said: "W32/Emotet.A", at: "2025-11-20T00:53:20.000Z", link: null },
      ],
    });
    expect(statsOf(record)).toMatchObject({ malicious: 2, undetected: 60, "type-unsupported": 4 });
    expect(factsOf(record)).toMatchObject({
      "Suggested threat label": "trojan.emotet/heodo",
      Name: "invoice.exe",
      "Size in bytes": "277504",
      "First submission": "2023-11-14T22:13:20.000Z",
      Votes: "0 harmless, 2 malicious",
      Tags: "peexe, overlay",
    });
    expect(record.related.map(({ name }) => name)).toEqual(["emotet", "heodo", "Emotet"]);
  });

  it.each([
    ["md5", `/files/${MD5}`, `https://www.virustotal.com/gui/file/${SHA256}`],
    ["ipv4", `/ip_addresses/${ADDRESS}`, `https://www.virustotal.com/gui/ip-address/${ADDRESS}`],
    ["domain", `/domains/${DOMAIN}`, `https://www.virustotal.com/gui/domain/${DOMAIN}`],
    [
      "url",
      expect.stringMatching(/^\/urls\/[\w-]+$/),
      expect.stringContaining("/gui/url/7b5e2b0c"),
    ],
  ])("is asked for %s", async (kind, path, link) => {
    const { record, request } = await ask("virustotal", kind);
    expect(request.path).toEqual(path);
    expect(record).toMatchObject({ status: "complete", link });
    expect(record.reported_by[0]).toMatchObject({ name: "Alpha" });
  });
});

describe("AlienVault OTX", () => {
  it("is asked for the pulses of a value, and names what they name", async () => {
    const { record, request } = await ask("otx", "ipv4");
    expect(request.path).toBe(`/indicators/IPv4/${ADDRESS}/general`);
    expect(request.headers.get("X-OTX-API-KEY")).toBe(GOOD_KEY);
    expect(record).toMatchObject({
      as_of: "2026-11-22T10:00:00.000Z",
      link: `https://otx.alienvault.com/indicator/ip/${ADDRESS}`,
      reported_by: [
        {
          name: "analyst-one",
          said: "Loader wave",
          at: "2026-11-20T09:30:00.123Z",
          link: "https://otx.alienvault.com/pulse/6540aa",
        },
        { said: "Second sighting" },
      ],
    });
    expect(statsOf(record)).toEqual({ pulses: 2 });
    expect(factsOf(record)).toMatchObject({ Tags: "loader, phishing", Industries: "Government" });
    expect(namesOf(record)).toEqual([
      ["group", "APT29", "G0016"],
      ["software", "Carbon - S0335", null],
      ["software", "NoSuchFamily", null],
      ["technique", "T1566", "T1566"],
      ["technique", "T9999", null],
    ]);
  });

  it.each([
    ["domain", `/indicators/hostname/${DOMAIN}/general`],
    ["sha256", `/indicators/file/${SHA256}/general`],
  ])("is asked for %s", async (kind, path) => {
    const { record, request } = await ask("otx", kind);
    expect(request.path).toBe(path);
    expect(record.status).toBe("complete");
  });

  it("knows nothing of a value that no pulse names", async () => {
    const { enrich } = laterWorld();
    const { id } = await observe("domain", "wire-test.net");
    expect(await enrich(id, { provider: "otx" })).toMatchObject({
      status: "not_found",
      confidence: 70,
      detail: "AlienVault OTX has no entry for wire-test.net.",
    });
  });
});

describe("abuse.ch", () => {
  it("ThreatFox is asked for an address, and answers about others are left out", async () => {
    const { record, request } = await ask("threatfox", "ipv4");
    expect([request.method, request.path]).toEqual(["POST", "/"]);
    expect(request.headers.get("Auth-Key")).toBe(GOOD_KEY);
    expect(request.headers.get("Content-Type")).toBe("application/json");
    expect(JSON.parse(request.body)).toEqual({
      query: "search_ioc",
      search_term: ADDRESS,
      exact_match: false,
    });
    expect(record).toMatchObject({
      as_of: "2026-11-20T01:02:03.000Z",
      link: "https://threatfox.abuse.ch/ioc/41/",
      reported_by: [
        { name: "reporter_one", said: "botnet_cc", link: "https://threatfox.abuse.ch/ioc/41/" },
      ],
    });
    expect(factsOf(record)).toMatchObject({
      Indicator: `${ADDRESS}:443`,
      Malware: "Cobalt Strike",
      "First seen": "2026-11-08T13:36:27.000Z",
    });
    expect(statsOf(record)).toEqual({ confidence_level: 75 });
    expect(namesOf(record)).toEqual([["software", "Cobalt Strike", null]]);
  });

  it("ThreatFox is asked for a hash", async () => {
    const { record, request } = await ask("threatfox", "sha256");
    expect(JSON.parse(request.body)).toEqual({ query: "search_hash", hash: SHA256 });
    expect(record.status).toBe("complete");
  });

  it.each([
    ["domain", "/host/", "host", "https://urlhaus.abuse.ch/host/login.wire-test.net/"],
    ["url", "/url/", "url", "https://urlhaus.abuse.ch/url/105821/"],
    ["md5", "/payload/", "md5_hash", `https://urlhaus.abuse.ch/browse.php?search=${SHA256}`],
  ])("URLhaus is asked for %s by a form", async (kind, path, field, link) => {
    const { record, request } = await ask("urlhaus", kind);
    expect([request.method, request.path]).toEqual(["POST", path]);
    expect(request.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(request.body)]).toEqual([[field, VALUES[kind]]]);
    expect(record).toMatchObject({ status: "complete", link });
  });

  it("URLhaus names the families of what a URL spread", async () => {
    const { record } = await ask("urlhaus", "url");
    expect(factsOf(record)).toMatchObject({
      Status: "offline",
      Threat: "malware_download",
      Signature: "Heodo",
      "Spamhaus DBL": "abused_legit_malware",
      Payloads: SHA256,
    });
    expect(namesOf(record)).toEqual([["software", "Heodo", null]]);
    expect(record.reported_by).toEqual([
      {
        name: "reporter_two",
        said: "malware_download",
        at: "2026-11-11T07:45:05.000Z",
        link: "https://urlhaus.abuse.ch/url/105821/",
      },
    ]);
  });

  it.each(["md5", "sha1", "sha256"])("MalwareBazaar is asked for %s", async (kind) => {
    const { record, request } = await ask("malwarebazaar", kind);
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      query: "get_info",
      hash: VALUES[kind],
    });
    expect(record).toMatchObject({
      link: `https://bazaar.abuse.ch/sample/${SHA256}/`,
      as_of: "2026-11-10T00:03:33.000Z",
      reported_by: [{ name: "reporter_three", said: "TrickBot" }],
    });
    expect(factsOf(record)).toMatchObject({ "YARA rules": "win_trickbot", Origin: "DE" });
    expect(statsOf(record)).toEqual({ downloads: 102, uploads: 1 });
    expect(record.related).toMatchObject([{ kind: "software", name: "TrickBot" }]);
  });
});

describe("addresses", () => {
  it("urlscan.io is searched and sent no URL to scan", async () => {
    const { record, request } = await ask("urlscan", "domain");
    expect(request.method).toBe("GET");
    expect(new URL(request.path, "https://x.example").searchParams.get("q")).toBe(
      `domain:"${DOMAIN}"`,
    );
    expect(request.headers.get("API-Key")).toBe(GOOD_KEY);
    expect(record).toMatchObject({
      as_of: "2026-11-19T20:52:23.887Z",
      reported_by: [
        {
          name: "Scan by api",
          said: `http://${DOMAIN}/login`,
          link: "https://urlscan.io/result/223693f9-4794-4a73-9be8-cf2bc974b559/",
        },
      ],
    });
    expect(factsOf(record)).toMatchObject({ Addresses: ADDRESS, Titles: "Sign in" });
  });

  it("GreyNoise says whether an address scans", async () => {
    const { record, request } = await ask("greynoise", "ipv4");
    expect(request.path).toBe(`/community/${ADDRESS}`);
    expect(request.headers.get("key")).toBe(GOOD_KEY);
    expect(record).toMatchObject({
      as_of: "2026-11-26T00:00:00.000Z",
      link: `https://viz.greynoise.io/ip/${ADDRESS}`,
      reported_by: [{ name: "GreyNoise", said: "malicious" }],
    });
    expect(factsOf(record)).toMatchObject({ "Scans the internet (noise)": "yes" });
  });

  it("GreyNoise is asked without a key where a setting says so", async () => {
    const { enrich, sent } = laterWorld({ GREYNOISE_ENABLED: "true" });
    const { id } = await observe("ipv4", ADDRESS);
    expect(await enrich(id, { provider: "greynoise" })).toMatchObject({ status: "complete" });
    expect(sent[0]?.headers.get("key")).toBeNull();
  });

  it("AbuseIPDB counts reports", async () => {
    const { record, request } = await ask("abuseipdb", "ipv4");
    expect(request.path).toBe(`/check?ipAddress=${ADDRESS}&maxAgeInDays=90`);
    expect(request.headers.get("Key")).toBe(GOOD_KEY);
    expect(record).toMatchObject({
      as_of: "2026-11-27T20:55:14.000Z",
      link: `https://www.abuseipdb.com/check/${ADDRESS}`,
    });
    expect(statsOf(record)).toEqual({
      abuseConfidenceScore: 100,
      totalReports: 57,
      numDistinctUsers: 21,
    });
    expect(factsOf(record)).toMatchObject({ "Tor exit node": "yes", Provider: "Example Hosting" });
  });

  it("Shodan InternetDB lists ports and takes no key", async () => {
    const { record, request } = await ask("internetdb", "ipv4");
    expect(request.path).toBe(`/${ADDRESS}`);
    expect(JSON.stringify([...request.headers])).not.toContain(GOOD_KEY);
    expect(factsOf(record)).toEqual({
      Ports: "22, 443, 9001",
      "Host names": "exit4.hoster.net",
      "Products (CPE)": "cpe:/a:openbsd:openssh:9.6, cpe:/a:f5:nginx",
      Vulnerabilities: "CVE-2024-6387",
      Tags: "tor",
    });
  });
});

describe("records of every provider", () => {
  it.each(["virustotal", "otx", "threatfox"] as const)(
    "of %s say nothing in our own words, and the audit names the provider",
    async (provider) => {
      const { record } = await ask(provider, "ipv4");
      expect(Object.keys(record)).not.toContain("malicious");
      expect(Object.keys(record)).not.toContain("verdict");
      expect(record.audit[0]?.details).toMatchObject({ provider, asked_for: ADDRESS });
    },
  );
});
