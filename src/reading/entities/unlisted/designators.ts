import type { Cues } from "../../../text/phrases/cue-table.ts";

/** Numbered threat actor names of vendors and authorities, by their first word. */
const NUMBERED: Readonly<Record<string, RegExp>> = {
  apt: /^APT(?:[- ]?\d{1,3}|-[A-Z]-\d{1,3})$/,
  cl: /^CL-(?:STA|CRI|UNK)-\d{4}$/,
  dev: /^DEV[- ]\d{4}$/,
  fin: /^FIN\d{1,2}$/,
  hive: /^Hive0\d{3}$/,
  itg: /^ITG\d{2}$/,
  ref: /^REF\d{4}$/,
  stac: /^STAC\d{4}$/,
  storm: /^(?:Storm|STORM)-\d{4}$/,
  // TA0001 to TA0111 are tactics.
  ta: /^TA[1-9]\d{2,3}$/,
  tag: /^TAG-\d{2,3}$/,
  tgr: /^TGR-(?:STA|CRI|UNK)-\d{4}$/,
  uac: /^UAC-\d{4}$/,
  uat: /^UAT-?\d{4,5}$/,
  unc: /^UNC\d{3,5}$/,
  uta: /^UTA0\d{3}$/,
};

/** Maximum length of a designator. */
const LONGEST = 16;

/** Returns whether a folded word begins a designator. */
export function beginsDesignator(word: string): boolean {
  return Object.hasOwn(NUMBERED, word);
}

/** Returns the end of the numbered designator that begins at an offset, or null if there is none. */
export function designatorEnd(text: string, start: number): number | null {
  const printed = /^[A-Za-z]+(?:[- ]?[A-Z]{0,3}-?\d+)/.exec(
    text.slice(start, start + LONGEST),
  )?.[0];
  if (printed === undefined) return null;
  const first = /^[A-Za-z]+/.exec(printed)?.[0].toLowerCase() ?? "";
  const end = start + printed.length;
  if (/[\p{L}\p{N}_]/u.test(text.charAt(end))) return null;
  return NUMBERED[first]?.test(printed) === true ? end : null;
}

/** Second words of vendors' threat actor names. Each follows a capitalized word. */
const words = (written: string) => written.trim().split(/\s+/);
const SECOND_WORDS: ReadonlyMap<string, "sure" | "likely"> = new Map([
  ...words(`Blizzard Typhoon Sandstorm Sleet Tempest Tsunami Chollima`).map(
    (word) => [word.toLowerCase(), "sure"] as const,
  ),
  ...words(`Spider Panda Kitten Bear Jackal Tiger Leopard Buffalo Crane Wolf Lynx Hawk Libra Taurus Pisces Ursa
    Serpens Draco Scorpius Flood Hail Dust Cyclone Werewolf`).map(
    (word) => [word.toLowerCase(), "likely"] as const,
  ),
]);

export const SECOND_WORD_CUES: Cues<"second"> = { second: [...SECOND_WORDS.keys()] };

/** Returns how surely the second word makes a name a threat actor's. */
export function sureness(second: string): "sure" | "likely" {
  return SECOND_WORDS.get(second) ?? "likely";
}
