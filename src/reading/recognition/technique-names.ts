import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Span } from "../../text/document/document.ts";
import { buildNames, PARENT_MARK, type NameEntry } from "../../text/phrases/name-table.ts";
import { findPhrases, type PhraseHit, type PhraseTable } from "../../text/phrases/phrases.ts";
import { sentenceAt } from "../../text/sentences/sentences.ts";
import { foldWord, type Token } from "../../text/tokens/tokens.ts";

/** How specific a printed name is: `Parent: Name`, a name of several words, or a single word. */
export type NameForm = "full" | "name" | "word";

export interface NameHit extends Span {
  attack_id: string;
  form: NameForm;
}

interface NamedTechnique {
  attack_id: string;
  parent_id: string | null;
  form: NameForm;
  /** Whether it counts without its parent nearby. */
  standsAlone: boolean;
  /** Whether it counts only if every word is capitalized. */
  needsCapitals: boolean;
}

export type TechniqueNames = PhraseTable<NamedTechnique>;

/**
 * Single plain words that rarely occur except for the technique. All others (Tool, Server, Python, Cron, At) are
 * everyday words in reports. Words added by later releases also count as everyday words.
 */
const UNMISTAKABLE_WORDS = new Set([
  "bootkit",
  "defacement",
  "emond",
  "launchctl",
  "mavinject",
  "mshta",
  "msiexec",
  "odbcconf",
  "rootkit",
  "systemctl",
  "timestomp",
  "verclsid",
]);

/**
 * Names that reports often use for something else, even in capitals: headings of indicator lists, things that defenders
 * set up or scan, parts of every system.
 */
const EVERYDAY_NAMES = new Set([
  "acquire access",
  "add-ins",
  "artificial intelligence",
  "authentication package",
  "chat messages",
  "code signing",
  "component object model",
  "conditional access policies",
  "control panel",
  "customer relationship management software",
  "email account",
  "email addresses",
  "extended attributes",
  "file transfer protocols",
  "ip addresses",
  "multi-factor authentication",
  "network devices",
  "remote services",
  "search engines",
  "social media",
  "system services",
  "visual basic",
  "vulnerability scanning",
  "web service",
  "whois",
  "wi-fi networks",
]);

/** Returns the names of all active techniques, alone and as `Parent: Name`. */
export function buildTechniqueNames(release: ReleaseIndex): TechniqueNames {
  const techniques = [...release.techniques.values()];
  const uses = new Map<string, number>();
  for (const { name } of techniques) uses.set(foldWord(name), (uses.get(foldWord(name)) ?? 0) + 1);
  const entries = techniques.flatMap((technique): NameEntry<NamedTechnique>[] => {
    const { attack_id, name } = technique;
    const parent = parentOf(technique, release);
    const parent_id = parent?.attack_id ?? null;
    const form = isSingleWord(name) ? "word" : "name";
    const standsAlone = uses.get(foldWord(name)) === 1 && isTelling(name, form);
    const needsCapitals = parent !== undefined && namesThings(name);
    const alone = {
      name,
      value: { attack_id, parent_id, form, standsAlone, needsCapitals } as const,
    };
    if (parent === undefined) return [alone];
    const full = {
      attack_id,
      parent_id,
      form: "full",
      standsAlone: true,
      needsCapitals: false,
    } as const;
    return [alone, { name: `${parent.name} ${PARENT_MARK} ${name}`, value: full }];
  });
  return buildNames(entries);
}

/**
 * Finds techniques by their printed names, in order. A name shared by several techniques, or one that is an everyday
 * word, counts only as `Parent: Name` or with the parent's name in the same sentence.
 */
export function findTechniqueNames(
  text: string,
  tokens: readonly Token[],
  sentences: readonly Span[],
  names: TechniqueNames,
): NameHit[] {
  const found = findPhrases(text, tokens, names);
  const bySentence = new Map<number, Set<string>>();
  for (const hit of found) {
    const index = sentenceAt(sentences, hit.start);
    const ids = bySentence.get(index) ?? new Set();
    for (const { attack_id, form } of hit.values) if (form !== "full") ids.add(attack_id);
    bySentence.set(index, ids);
  }
  return found.flatMap((hit) =>
    hit.values
      .filter((value) => counts(text, hit, value, bySentence.get(sentenceAt(sentences, hit.start))))
      .map(({ attack_id, form }) => ({ attack_id, form, start: hit.start, end: hit.end })),
  );
}

function counts(
  text: string,
  hit: PhraseHit<NamedTechnique>,
  { parent_id, form, standsAlone, needsCapitals }: NamedTechnique,
  idsInSentence: ReadonlySet<string> | undefined,
): boolean {
  if (standsAlone && !(needsCapitals && hasLowerCaseWord(text.slice(hit.start, hit.end))))
    return true;
  if (parent_id === null || idsInSentence?.has(parent_id) !== true) return false;
  // An everyday word counts only if capitalized, and `at` never does.
  return form !== "word" || (hit.end - hit.start > 2 && /^\p{Lu}/u.test(text.slice(hit.start)));
}

function parentOf(technique: IndexedTechnique, release: ReleaseIndex) {
  const dot = technique.attack_id.lastIndexOf(".");
  return release.techniques.get(technique.attack_id.slice(0, Math.max(0, dot)));
}

function isSingleWord(name: string): boolean {
  return /^[\p{L}\p{M}\p{Nd}_]+$/u.test(name);
}

/**
 * Single words count if their spelling is unique (an inner capital, a digit, an underscore, at least four capitals), or
 * if they name an activity (Phishing, Keylogging).
 */
function isTelling(name: string, form: NameForm): boolean {
  if (EVERYDAY_NAMES.has(foldWord(name))) return false;
  if (form !== "word") return true;
  if (/[\p{Nd}_]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}|^\p{Lu}{4,}$/u.test(name)) return true;
  return /^\p{Lu}\p{Ll}{4,}ing$/u.test(name) || UNMISTAKABLE_WORDS.has(foldWord(name));
}

/** Two words that end with a plural are things (private keys, local groups), not actions. */
function namesThings(name: string): boolean {
  return /^\S+ \S*[^s]s$/u.test(name);
}

function hasLowerCaseWord(printed: string): boolean {
  return /(?<![\p{L}\p{M}])\p{Ll}/u.test(printed);
}
