import { MentionList } from "../mentions.ts";
import type { NamedKind } from "../denial-words.ts";
import type { NameVerdicts } from "../name-verdicts.ts";
import type { Entities } from "../schema.ts";
import type { UnlistedKind } from "../vocabulary.ts";
import type { NameSign } from "./find-signs.ts";
import { findSpellings } from "./find-spellings.ts";
import { foldName } from "./listed-names.ts";
import { isDistinct, isInProse } from "./read-name.ts";

/** Minimum weight of a name, and minimum number of signs for a name that is also a word of the text. */
const ENOUGH = 2;
const SIGNS_OF_WORD = 2;
const UNSURE_SIGNS = 3;
/** Maximum number of names per text. */
const MAX_LISTED = 60;

type Kind = NameSign["kind"];

interface Candidate {
  kind: Kind;
  weight: number;
  /** Signs by their start offset. */
  places: Map<number, NameSign>;
}

/** Collects the signs of one text by name, then decides which are names. */
export class UnlistedNames {
  readonly #text: string;
  readonly #isListed: (name: string, kind: Kind) => boolean;
  readonly #byName = new Map<string, Map<Kind, Candidate>>();

  /** @param isListed whether the release has a name */
  constructor(text: string, isListed: (name: string, kind: Kind) => boolean) {
    this.#text = text;
    this.#isListed = isListed;
  }

  add(sign: NameSign): void {
    const { name, kind, weight, start } = sign;
    if (this.#isListed(name, kind)) return;
    const key = foldName(name);
    const kinds = this.#byName.get(key) ?? new Map<Kind, Candidate>();
    this.#byName.set(key, kinds);
    const known = kinds.get(kind) ?? { kind, weight: 0, places: new Map() };
    kinds.set(kind, known);
    if (known.places.has(start)) return;
    known.weight += weight;
    known.places.set(start, sign);
  }

  /**
   * Returns the names of the text with their mentions.
   * @param counts whether names at an offset count
   * @param verdicts judges every mention, to find names that are only compared with or denied
   */
  list(counts: (offset: number) => boolean, verdicts: NameVerdicts): Entities["unlisted"] {
    const found = new MentionList<{ kind: UnlistedKind; name: string }>(this.#text);
    const chosen = [...this.#byName.values()]
      .flatMap((kinds) => surest([...kinds.values()]))
      .filter(({ weight }) => weight >= ENOUGH)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_LISTED);
    const spelled = findSpellings(this.#text, spellingsOf(chosen));
    for (const { kind, places } of chosen) {
      const [sign] = places.values();
      if (sign === undefined) continue;
      const starts = [...places.keys()];
      const isSure = [...places.values()].some(({ weight }) => weight >= ENOUGH);
      // Any word in a heading may be capitalized, and companies are groups, too.
      if (!isSure && places.size < UNSURE_SIGNS) continue;
      if (!isSure && !starts.some((start) => isInProse(this.#text, start))) continue;
      if (chosen.some((other) => endsWithOther(sign.name, places.size, other))) continue;
      const small = spelled.get(sign.name.toLowerCase()) ?? [];
      const isWord = !isDistinct(sign.name) && hasCase(sign.name) && small.length > 0;
      if (isWord && places.size < SIGNS_OF_WORD) continue;
      const ends = isWord
        ? new Map([...places].map(([start, { end }]) => [start, end]))
        : this.#placesOf(places, spelled, counts);
      for (const [start, end] of [...ends].sort(([a], [b]) => a - b)) {
        const key = keyOf({ kind, name: sign.name });
        found.add(key, { start, end }, () => ({ kind, name: sign.name }));
        verdicts.add(key, { start, end }, namedKindOf(kind));
      }
    }
    return found.byCount().map((one) => ({
      ...one,
      compared: verdicts.isAside(keyOf(one), namedKindOf(one.kind)),
    }));
  }

  /** Returns all mentions of a name: next to its signs, and wherever the same spelling occurs. */
  #placesOf(
    places: Candidate["places"],
    spelled: Spelled,
    counts: (offset: number) => boolean,
  ): Map<number, number> {
    const ends = new Map([...places].map(([start, { end }]) => [start, end]));
    for (const spelling of new Set([...places.values()].map(({ name }) => name))) {
      for (const start of spelled.get(spelling) ?? []) {
        if (counts(start)) ends.set(start, start + spelling.length);
      }
    }
    return ends;
  }
}

type Spelled = ReturnType<typeof findSpellings>;

/** Returns the spellings of names next to their signs, and the same in lower case. */
function spellingsOf(chosen: readonly Candidate[]): Set<string> {
  return new Set(
    chosen.flatMap(({ places }) =>
      [...places.values()].flatMap(({ name }) => [name, name.toLowerCase()]),
    ),
  );
}

function namedKindOf(kind: UnlistedKind): NamedKind {
  return kind === "malware" || kind === "tool" ? "software" : "actor";
}

function keyOf({ kind, name }: { kind: UnlistedKind; name: string }): string {
  return `${kind} ${foldName(name)}`;
}

/** Chinese has no capitals that distinguish a name from a word. */
function hasCase(name: string): boolean {
  return name.toLowerCase() !== name.toUpperCase();
}

type Named = Candidate & { kind: UnlistedKind };

/**
 * Returns the most likely kinds of a name. A gang and its ransomware may share a name. Of malware and tool, the one
 * with more weight wins. Returns none if at least as many places show that the name means something else.
 */
function surest(kinds: readonly Candidate[]): Named[] {
  const others = kinds.find(({ kind }) => kind === "other")?.places.size ?? 0;
  const named = kinds.filter((one): one is Named => one.kind !== "other");
  if (others > 0 && named.every(({ places }) => places.size <= others)) return [];
  const best = (of: readonly UnlistedKind[]) =>
    named
      .filter(({ kind }) => of.includes(kind))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 1);
  const [software, group, campaign] = [
    best(["malware", "tool"]),
    best(["group"]),
    best(["campaign"]),
  ];
  return software.length + group.length > 0 ? [...software, ...group] : campaign;
}

/** Returns whether a name is another name joined to the word before it: "FolderUmbraRAT". */
function endsWithOther(name: string, count: number, { weight, places }: Candidate): boolean {
  const [other] = places.values();
  if (other === undefined || weight < ENOUGH || places.size < count) return false;
  return (
    name.length > other.name.length &&
    /\p{L}$/u.test(name.slice(0, -other.name.length)) &&
    name.endsWith(other.name)
  );
}
