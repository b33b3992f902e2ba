import type { Evidence, RelatedName } from "../evidence-schema.ts";
import { count, items, latest, line, lines, member, time, toFacts } from "../read-values.ts";
import { registeredDomain, type Target } from "../target.ts";
import { type Answer, type Api, evidence, NOTHING } from "./api.ts";

const SECTIONS: Readonly<Record<string, string>> = {
  ipv4: "IPv4",
  ipv6: "IPv6",
  url: "url",
  cve: "cve",
};
const PAGE = "https://otx.alienvault.com";

/** AlienVault Open Threat Exchange: the pulses that name a value. */
export const otx: Api = {
  name: "otx",
  title: "AlienVault OTX",
  kinds: ["ipv4", "ipv6", "domain", "url", "md5", "sha1", "sha256", "cve"],
  key: { header: "X-OTX-API-KEY", setting: "OTX_API_KEY" },
  url: "OTX_URL",
  budget: "OTX_BUDGET",
  sends: "The IP address, domain, URL, hash or CVE itself.",
  ask: (target) => ({
    path: `/indicators/${sectionOf(target)}/${encodeURIComponent(target.value)}/general`,
  }),
  read,
};

function sectionOf({ kind, value }: Target): string {
  if (kind !== "domain") return SECTIONS[kind] ?? "file";
  return registeredDomain(value) === value ? "domain" : "hostname";
}

function pageOf(target: Target): string {
  return target.kind === "ipv4" || target.kind === "ipv6" ? "ip" : sectionOf(target);
}

function read(body: unknown, target: Target): Answer {
  const info = member(body, "pulse_info");
  const total = count(member(info, "count"));
  if (total === null) return { kind: "fault", fault: "answers with an object without pulses" };
  if (total === 0) return NOTHING;
  const pulses = items(member(info, "pulses"));
  return evidence({
    as_of: latest(...pulses.map((pulse) => time(member(pulse, "modified")))),
    link: `${PAGE}/indicator/${pageOf(target)}/${encodeURIComponent(target.value)}`,
    stats: [{ name: "pulses", count: total }],
    reported_by: pulses.flatMap(readPulse),
    related: readRelated(pulses),
    facts: toFacts([
      ["Tags", pulses.flatMap((pulse) => lines(member(pulse, "tags")))],
      ["Targeted countries", pulses.flatMap((pulse) => lines(member(pulse, "targeted_countries")))],
      ["Industries", pulses.flatMap((pulse) => lines(member(pulse, "industries")))],
      ["Autonomous system", member(body, "asn")],
      ["Country", member(body, "country_name")],
    ]),
  });
}

function readPulse(pulse: unknown): Evidence["reported_by"] {
  const author = member(pulse, "author");
  const name = line(member(pulse, "author_name")) ?? line(member(author, "username"));
  const id = line(member(pulse, "id"));
  const link = id === null ? null : `${PAGE}/pulse/${encodeURIComponent(id)}`;
  const [said, at] = [line(member(pulse, "name")), time(member(pulse, "modified"))];
  return name === null ? [] : [{ name, said, at, link }];
}

/** Reads related names. Pulses give families and techniques as objects or as plain text. */
function readRelated(pulses: readonly unknown[]): Evidence["related"] {
  const named = (value: unknown) =>
    line(value) ?? line(member(value, "display_name")) ?? line(member(value, "id"));
  const all = (name: string) =>
    pulses.flatMap((pulse) => items(member(pulse, name))).flatMap((one) => named(one) ?? []);
  const adversaries = pulses.flatMap((pulse) => line(member(pulse, "adversary")) ?? []);
  const techniques = pulses
    .flatMap((pulse) => items(member(pulse, "attack_ids")))
    .flatMap((one) => line(member(one, "id")) ?? line(one) ?? []);
  const of = (kind: RelatedName["kind"], names: readonly string[]) =>
    [...new Set(names)].map((name) => ({ kind, name, aliases: partsOf(name) }));
  return [
    ...of("group", adversaries),
    ...of("software", all("malware_families")),
    ...of("technique", techniques),
  ];
}

/** Splits OTX's form of ATT&CK families, a name and an ID: `Carbon - S0335`. */
function partsOf(name: string): string[] {
  const [, plain, id] = /^(.+) - ([SG]\d{4})$/.exec(name) ?? [];
  return plain === undefined || id === undefined ? [] : [id, plain];
}
