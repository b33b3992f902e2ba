/** What was done under a tactic, and the sentence of the summary that tells of it. */
export interface Deed {
  stage: number;
  words: string;
}

/** Sentences that tell of the attack, in its order; what opens each. */
export const STAGES = ["", "Inside, ", "", "From there, ", "Finally, "] as const;

/** Tactics of every domain by their short names. */
export const DEEDS: ReadonlyMap<string, Deed> = new Map([
  ["reconnaissance", { stage: 0, words: "learned about their targets" }],
  ["resource-development", { stage: 0, words: "prepared infrastructure and tools" }],
  ["initial-access", { stage: 0, words: "got in" }],
  ["execution", { stage: 1, words: "ran their code" }],
  ["persistence", { stage: 1, words: "kept their access" }],
  ["privilege-escalation", { stage: 1, words: "gained higher privileges" }],
  ["defense-evasion", { stage: 2, words: "avoided detection" }],
  ["stealth", { stage: 2, words: "avoided detection" }],
  ["evasion", { stage: 2, words: "avoided detection" }],
  ["defense-impairment", { stage: 2, words: "weakened defences" }],
  ["credential-access", { stage: 3, words: "obtained credentials" }],
  ["discovery", { stage: 3, words: "explored the environment" }],
  ["lateral-movement", { stage: 3, words: "moved to other systems" }],
  ["collection", { stage: 4, words: "gathered data" }],
  ["command-and-control", { stage: 4, words: "controlled the systems from outside" }],
  ["exfiltration", { stage: 4, words: "took data out" }],
  ["inhibit-response-function", { stage: 4, words: "kept safety functions from responding" }],
  ["impair-process-control", { stage: 4, words: "interfered with the controlled process" }],
  ["impact", { stage: 4, words: "did damage" }],
]);

/** For a tactic that is not known here. */
export const OTHER_DEED: Deed = { stage: 4, words: "pursued other ends" };

/** Tactics whose sub-techniques are named after things: `Domains`, `Tool`. */
export const OF_THINGS = new Set(["reconnaissance", "resource-development"]);
/** Names of sub-techniques that say nothing, or the opposite, without their parent's. */
export const NEEDS_PARENT =
  /^(?:\p{Lu}\p{Ll}+|\p{Lu}{2,5}|Multi-Factor Authentication|Cloud Services?|.{1,30} Accounts?|.{1,30} Permissions?|.{1,30} Protocols?)$/u;

/** Sectors whose name in STIX is no English. */
const SECTORS: Readonly<Record<string, string>> = {
  "financial-services": "financial services",
  "emergency-services": "emergency services",
  "hospitality-leisure": "hospitality",
  infrastructure: "critical infrastructure",
  "infrastructure-dams": "dams",
  "infrastructure-nuclear": "nuclear",
  "infrastructure-water": "water",
  "non-profit": "non-profit",
  commercial: "commercial facilities",
  defense: "defence",
};

const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A sector as prose names it. */
export function saySector(name: string): string {
  return SECTORS[name] ?? name;
}

/** A country as prose names it behind a preposition. */
export function sayCountry(name: string): string {
  return /^(?:United|Netherlands|Philippines|Maldives|Dominican)/.test(name) ? `the ${name}` : name;
}

/** `2020-05-03` as `3 May 2020`, `2020-05` as `May 2020`. */
export function sayDate(iso: string): string {
  const [year = "", month, day] = iso.split("-");
  if (month === undefined) return year;
  const name = MONTHS[Number(month) - 1] ?? "";
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

/** `a, b and c`; beyond `limit` the others are counted. */
export function sayList(items: readonly string[], limit = items.length): string {
  const shown = items.slice(0, limit);
  const left = items.length - shown.length;
  if (left > 0) shown.push(left === 1 ? "one other" : `${NUMBERS[left] ?? left} others`);
  if (shown.length < 2) return shown.join("");
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
