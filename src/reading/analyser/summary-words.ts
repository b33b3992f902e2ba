/** The phrase for a tactic: a regular verb and its object, and the sentence that reports it. */
export interface Deed {
  stage: number;
  verb: string;
  object: string;
}

/** The opening of each sentence about the attack, in order. */
export const STAGES = ["", "Inside, ", "", "From there, ", "Finally, "] as const;

const deed = (stage: number, verb: string, object: string): Deed => ({ stage, verb, object });

/** Phrases for the tactics of every domain, by short name. */
export const DEEDS: ReadonlyMap<string, Deed> = new Map([
  ["reconnaissance", deed(0, "collect", "information about targets")],
  ["resource-development", deed(0, "prepare", "infrastructure and tools")],
  ["initial-access", deed(0, "gain", "access")],
  ["execution", deed(1, "execute", "code")],
  ["persistence", deed(1, "maintain", "access")],
  ["privilege-escalation", deed(1, "gain", "higher privileges")],
  ["defense-evasion", deed(2, "evade", "detection")],
  ["stealth", deed(2, "evade", "detection")],
  ["evasion", deed(2, "evade", "detection")],
  ["defense-impairment", deed(2, "weaken", "defenses")],
  ["credential-access", deed(3, "obtain", "credentials")],
  ["discovery", deed(3, "explore", "the environment")],
  ["lateral-movement", deed(3, "move", "to other systems")],
  ["collection", deed(4, "gather", "data")],
  ["command-and-control", deed(4, "communicate", "with compromised systems")],
  ["exfiltration", deed(4, "extract", "data")],
  ["inhibit-response-function", deed(4, "obstruct", "safety functions")],
  ["impair-process-control", deed(4, "disturb", "the controlled process")],
  ["impact", deed(4, "cause", "damage")],
]);

/** Phrase for an unknown tactic. */
export const OTHER_DEED: Deed = deed(4, "pursue", "other goals");

/** Returns the past tense: `gained` for `gain`, `prepared` for `prepare`. */
export function pastOf({ verb, object }: Deed): string {
  return `${verb}${verb.endsWith("e") ? "d" : "ed"} ${object}`;
}

/** Returns the gerund: `gaining` for `gain`. */
export function gerundOf({ verb, object }: Deed): string {
  return `${verb.replace(/e$/, "")}ing ${object}`;
}

/** Tactics whose sub-techniques are named after things, such as `Domains` or `Tool`. */
export const OF_THINGS = new Set(["reconnaissance", "resource-development"]);
/** Sub-technique names that are unclear, or mean the opposite, without the parent's name. */
export const NEEDS_PARENT =
  /^(?:\p{Lu}\p{Ll}+|\p{Lu}{2,5}|Multi-Factor Authentication|Cloud Services?|.{1,30} Accounts?|.{1,30} Permissions?|.{1,30} Protocols?)$/u;

/** Sectors whose STIX name is not plain English. */
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
  defense: "defense",
};

const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Returns a sector's name for prose. */
export function saySector(name: string): string {
  return SECTORS[name] ?? name;
}

/** Returns a country's name for prose, after a preposition. */
export function sayCountry(name: string): string {
  return /^(?:United|Netherlands|Philippines|Maldives|Dominican)/.test(name) ? `the ${name}` : name;
}

/** Formats `2020-05-03` as `3 May 2020`, and `2020-05` as `May 2020`. */
export function sayDate(iso: string): string {
  const [year = "", month, day] = iso.split("-");
  if (month === undefined) return year;
  const name = MONTHS[Number(month) - 1] ?? "";
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

/** Formats a list as `a, b and c`. Counts the items beyond `limit`. */
export function sayList(items: readonly string[], limit = items.length): string {
  const shown = items.slice(0, limit);
  const left = items.length - shown.length;
  if (left > 0) shown.push(left === 1 ? "one other" : `${NUMBERS[left] ?? left} others`);
  if (shown.length < 2) return shown.join("");
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
