import type { Evidence } from "../evidence-schema.ts";
import { count, items, latest, line, lines, member, time, toFacts } from "../read-values.ts";
import type { Target } from "../target.ts";
import { ABUSECH_KEY, statusOf } from "./abusech.ts";
import { type Answer, type Api, evidence, NOTHING } from "./api.ts";

const HASHES = new Set(["md5", "sha256"]);

/** ThreatFox by abuse.ch: indicators that its community shared. */
export const threatfox: Api = {
  name: "threatfox",
  title: "ThreatFox",
  kinds: ["ipv4", "domain", "url", "md5", "sha256"],
  key: ABUSECH_KEY,
  url: "THREATFOX_URL",
  budget: "THREATFOX_BUDGET",
  sends: "The IP address, domain, URL or hash itself.",
  ask: ({ kind, value }) => ({
    path: "/",
    body: {
      type: "application/json",
      text: JSON.stringify(
        HASHES.has(kind)
          ? { query: "search_hash", hash: value }
          : // Addresses are listed with their port.
            { query: "search_ioc", search_term: value, exact_match: kind !== "ipv4" },
      ),
    },
  }),
  read,
};

function read(body: unknown, target: Target): Answer {
  const status = statusOf(body, ["no_result", "no_results", "hash_not_found"]);
  if (status !== null) return status;
  const found = items(member(body, "data")).filter((one) => isAbout(one, target));
  if (found.length === 0) return NOTHING;
  const all = (name: string) => found.map((one) => member(one, name));
  const first = line(member(found[0], "id"));
  return evidence({
    as_of: latest(...found.flatMap((one) => [seen(one, "last_seen"), seen(one, "first_seen")])),
    link: first === null ? null : pageOf(first),
    stats: found
      .flatMap((one) => {
        const confidence = count(member(one, "confidence_level"));
        return confidence === null ? [] : [{ name: "confidence_level", count: confidence }];
      })
      .slice(0, 1),
    reported_by: found.flatMap(readReporter),
    related: readMalware(found),
    facts: toFacts([
      ["Indicator", all("ioc")],
      ["Threat type", all("threat_type_desc")],
      ["Malware", all("malware_printable")],
      ["First seen", found.map((one) => seen(one, "first_seen"))],
      ["Last seen", found.map((one) => seen(one, "last_seen"))],
      ["Tags", found.flatMap((one) => lines(member(one, "tags")))],
      ["Reference", all("reference")],
      ["Malpedia", all("malware_malpedia")],
    ]),
  });
}

/**
 * Returns whether a result is about the value. A search by part of a value also finds others. A search by hash
 * finds what the file contacted.
 */
function isAbout(found: unknown, { kind, value }: Target): boolean {
  if (HASHES.has(kind)) return true;
  const ioc = line(member(found, "ioc"));
  return ioc === value || (kind === "ipv4" && ioc?.startsWith(`${value}:`) === true);
}

const seen = (found: unknown, name: string) => time(member(found, name));
const pageOf = (id: string) => `https://threatfox.abuse.ch/ioc/${encodeURIComponent(id)}/`;

function readReporter(found: unknown): Evidence["reported_by"] {
  const name = line(member(found, "reporter"));
  const id = line(member(found, "id"));
  const said = line(member(found, "threat_type")) ?? line(member(found, "threat_type_desc"));
  const link = id === null ? null : pageOf(id);
  return name === null ? [] : [{ name, said, at: seen(found, "first_seen"), link }];
}

function readMalware(found: readonly unknown[]): Evidence["related"] {
  const byName = new Map<string, string[]>();
  for (const one of found) {
    const name = line(member(one, "malware_printable"));
    if (name === null || name === "Unknown malware") continue;
    const aliases = line(member(one, "malware_alias"))?.split(",") ?? [];
    byName.set(
      name,
      aliases.map((alias) => alias.trim()).filter((alias) => alias !== ""),
    );
  }
  return [...byName].map(([name, aliases]) => ({ kind: "software", name, aliases }));
}
