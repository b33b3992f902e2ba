import type { Evidence } from "../evidence-schema.ts";
import { count, items, line, lines, member, time, toFacts, webLink } from "../read-values.ts";
import type { Target } from "../target.ts";
import { type Answer, type Api, evidence, NOTHING } from "./api.ts";

const FIELDS: Readonly<Record<string, string>> = {
  ipv4: "ip",
  ipv6: "ip",
  domain: "domain",
  url: "page.url",
  sha256: "hash",
};
const MOST_SCANS = 20;

/** urlscan.io: searches scans that others made. It never submits a URL. */
export const urlscan: Api = {
  name: "urlscan",
  title: "urlscan.io",
  kinds: ["ipv4", "ipv6", "domain", "url", "sha256"],
  key: { header: "API-Key", setting: "URLSCAN_API_KEY" },
  url: "URLSCAN_URL",
  budget: "URLSCAN_BUDGET",
  sends: "The IP address, domain, URL or hash as a search; no URL is submitted.",
  ask: (target) => {
    const query = new URLSearchParams({ q: queryOf(target), size: String(MOST_SCANS) });
    return { path: `/search/?${query.toString()}` };
  },
  read,
  waitHeader: "X-Rate-Limit-Reset-After",
};

/** Returns a phrase of the query language, in which quotes and backslashes are escaped. */
function queryOf({ kind, value }: Target): string {
  return `${FIELDS[kind] ?? "hash"}:"${value.replace(/["\\]/g, String.raw`\$&`)}"`;
}

function read(body: unknown, target: Target): Answer {
  const total = count(member(body, "total"));
  const scans = items(member(body, "results"));
  if (total === null) return { kind: "fault", fault: "answers with an object without results" };
  if (scans.length === 0) return NOTHING;
  const page = (name: string) => scans.map((scan) => member(member(scan, "page"), name));
  return evidence({
    as_of: timeOf(scans[0]),
    link: `https://urlscan.io/search/#${encodeURIComponent(queryOf(target))}`,
    stats: [{ name: "total", count: total }],
    reported_by: scans.flatMap(readScan),
    facts: toFacts([
      ["Pages", page("url")],
      ["Domains", page("domain")],
      ["Addresses", page("ip")],
      ["Autonomous systems", page("asn")],
      ["Network owners", page("asnname")],
      ["Countries", page("country")],
      ["Servers", page("server")],
      ["Titles", page("title")],
      ["Tags", scans.flatMap((scan) => lines(member(member(scan, "task"), "tags")))],
    ]),
  });
}

const timeOf = (scan: unknown) => time(member(member(scan, "task"), "time"));

function readScan(scan: unknown): Evidence["reported_by"] {
  const task = member(scan, "task");
  const name = line(member(task, "source")) ?? "scan";
  const id = line(member(scan, "_id"));
  const link =
    id === null
      ? webLink(member(scan, "result"))
      : `https://urlscan.io/result/${encodeURIComponent(id)}/`;
  return [{ name: `Scan by ${name}`, said: line(member(task, "url")), at: timeOf(scan), link }];
}
