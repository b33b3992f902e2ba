import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Span } from "../../text/document/document.ts";
import type { TechniqueMention } from "./detectors.ts";
import type { FoundTechnique } from "./found-technique.ts";
import { isAboutWindows, type Platform, PLATFORM_WORDS } from "./platform-words.ts";

/** Minimum number of platform words for a text to be about the platform. */
const MIN_WORDS = 3;
/** In a long text, one such word is required per this many characters. */
const CHARS_PER_WORD = 2000;
const MAX_GAP = 6;

/**
 * Returns the platforms that a text is clearly about if it does not mention Windows. Returns none if a single word
 * refers to Windows, or too few to anything else. Ignores printed ids and the names next to them, since they may be the
 * mistake.
 */
export function findForeignPlatforms(
  text: string,
  mentions: readonly TechniqueMention[],
): readonly Platform[] {
  const own = without(text, labelsOf(mentions));
  if (isAboutWindows(own)) return [];
  const least = Math.max(MIN_WORDS, own.length / CHARS_PER_WORD);
  return PLATFORM_WORDS.filter(({ words }) => (own.match(words)?.length ?? 0) >= least);
}

/** Returns whether the release lists a technique for Windows only. */
export function isOfWindowsAlone(attackId: string, release: ReleaseIndex): boolean {
  return release.techniques.get(attackId)?.platforms.join() === "Windows";
}

/** Returns the warning for a Windows-only technique in a text about something else, or null. */
export function contradictPlatform(
  { attack_id, explanation }: Pick<FoundTechnique, "attack_id" | "explanation">,
  platforms: readonly Platform[],
  release: ReleaseIndex,
): string | null {
  const technique = release.techniques.get(attack_id);
  if (platforms.length === 0 || technique === undefined) return null;
  if (!isOfWindowsAlone(attack_id, release)) return null;
  const names = new Set(platforms.flatMap((one) => one.names));
  const fitting = [...explanation.runners_up.map((one) => one.attack_id), parentOf(attack_id)]
    .map((id) => release.techniques.get(id))
    .find((other) => other?.platforms.some((name) => names.has(name)) === true);
  const about = platforms.map(({ called }) => called).join(" and ");
  const contradiction = `${nameOf(technique)} is of Windows alone, and the text is about ${about}.`;
  return fitting === undefined
    ? contradiction
    : `The text fits ${nameOf(fitting)}: ${contradiction}`;
}

function nameOf({ attack_id, name }: IndexedTechnique): string {
  return `${attack_id} ${name}`;
}

/** Returns printed ids, and names right next to one. */
function labelsOf(mentions: readonly TechniqueMention[]): Span[] {
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  return inOrder.filter((mention, at) => {
    if (mention.hit?.kind === "id") return true;
    const isId = (other: TechniqueMention | undefined) => other?.hit?.kind === "id";
    const [before, after] = [inOrder[at - 1], inOrder[at + 1]];
    return (
      (isId(before) && mention.start - (before?.end ?? 0) <= MAX_GAP) ||
      (isId(after) && (after?.start ?? 0) - mention.end <= MAX_GAP)
    );
  });
}

/** Returns the text without the given spans, which are in order. */
function without(text: string, spans: readonly Span[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of spans) {
    if (start < from) continue;
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}
