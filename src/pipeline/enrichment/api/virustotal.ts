import type { Evidence } from "../evidence-schema.ts";
import type { Target } from "../target.ts";
import { counts, items, line, lines, member, time, toFacts } from "../read-values.ts";
import { type Answer, type Api, evidence } from "./api.ts";

const MAX_ENGINES = 30;
const COLLECTIONS: Readonly<Record<string, string>> = {
  ipv4: "ip_addresses",
  ipv6: "ip_addresses",
  domain: "domains",
  url: "urls",
};
/** The path segment of VirusTotal's web pages. */
const PAGES: Readonly<Record<string, string>> = {
  ipv4: "ip-address",
  ipv6: "ip-address",
  domain: "domain",
};

/** VirusTotal, API v3: reads reports and never submits anything. */
export const virustotal: Api = {
  name: "virustotal",
  title: "VirusTotal",
  kinds: ["md5", "sha1", "sha256", "domain", "ipv4", "ipv6", "url"],
  key: { header: "x-apikey", setting: "VIRUSTOTAL_API_KEY" },
  url: "VIRUSTOTAL_URL",
  budget: "VIRUSTOTAL_BUDGET",
  sends: "The hash, domain, IP address or URL itself; no file is uploaded and no URL is submitted.",
  ask: ({ kind, value }) => ({
    path: `/${COLLECTIONS[kind] ?? "files"}/${kind === "url" ? urlId(value) : encodeURIComponent(value)}`,
  }),
  read,
};

/** Returns the ID of a URL: its Base64 without padding. */
function urlId(url: string): string {
  const bytes = new TextEncoder().encode(url);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function read(body: unknown, target: Target): Answer {
  const data = member(body, "data");
  const attributes = member(data, "attributes");
  if (typeof attributes !== "object" || attributes === null) {
    return { kind: "fault", fault: "answers with an object that has no attributes" };
  }
  const of = (name: string) => member(attributes, name);
  const threat = of("popular_threat_classification");
  const asOf = time(of("last_analysis_date"));
  return evidence({
    as_of: asOf,
    link: pageOf(target, line(member(data, "id"))),
    stats: counts(of("last_analysis_stats")),
    reported_by: readEngines(of("last_analysis_results"), asOf),
    related: readFamilies(threat, of("sandbox_verdicts")),
    facts: toFacts([
      ["Suggested threat label", member(threat, "suggested_threat_label")],
      ["Name", of("meaningful_name")],
      ["Type", of("type_description")],
      ["Size in bytes", of("size")],
      ["First submission", time(of("first_submission_date"))],
      ["Last submission", time(of("last_submission_date"))],
      ["Created", time(of("creation_date"))],
      ["Times submitted", of("times_submitted")],
      ["Reputation", of("reputation")],
      ["Votes", counts(of("total_votes")).map(({ name, count }) => `${count} ${name}`)],
      ["Tags", of("tags")],
      ["Categories", lines(Object.values(of("categories") ?? {}))],
      ["Registrar", of("registrar")],
      ["Network owner", of("as_owner")],
      ["Autonomous system", of("asn")],
      ["Network", of("network")],
      ["Country", of("country")],
      ["Final URL", of("last_final_url")],
      ["Title", of("title")],
    ]),
  });
}

function pageOf({ kind, value }: Target, id: string | null): string {
  const page = PAGES[kind];
  if (page !== undefined) return `https://www.virustotal.com/gui/${page}/${value}`;
  const named = encodeURIComponent(id ?? value);
  return `https://www.virustotal.com/gui/${kind === "url" ? "url" : "file"}/${named}`;
}

/** Categories of engines without a finding. `stats` counts them. */
const SILENT = new Set(["harmless", "undetected", "timeout", "type-unsupported", "failure"]);

/** Returns the engines that gave the value a name. */
function readEngines(results: unknown, at: string | null): Evidence["reported_by"] {
  if (typeof results !== "object" || results === null) return [];
  return Object.entries(results)
    .filter(([, result]) => !SILENT.has(line(member(result, "category")) ?? "undetected"))
    .slice(0, MAX_ENGINES)
    .flatMap(([key, result]) => {
      const name = line(member(result, "engine_name")) ?? line(key);
      const said = line(member(result, "result")) ?? line(member(result, "category"));
      return name === null ? [] : [{ name, said, at, link: null }];
    });
}

function readFamilies(threat: unknown, sandboxes: unknown): Evidence["related"] {
  const popular = items(member(threat, "popular_threat_name")).map((one) => member(one, "value"));
  const ofSandboxes =
    typeof sandboxes === "object" && sandboxes !== null
      ? Object.values(sandboxes).flatMap((one) => items(member(one, "malware_names")))
      : [];
  const names = new Set([...popular, ...ofSandboxes].map(line).filter((name) => name !== null));
  return [...names].map((name) => ({ kind: "software", name, aliases: [] }));
}
