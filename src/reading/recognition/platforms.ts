import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Span } from "../../text/document/document.ts";
import type { TechniqueMention } from "./detectors.ts";
import type { FoundTechnique } from "./found-technique.ts";
import { isAboutWindows, type Platform, PLATFORM_WORDS } from "./platform-words.ts";

/** So many words of a platform make a text one about it, */
const MIN_WORDS = 3;
/** and in a long text one in so many characters. */
const CHARS_PER_WORD = 2000;
const MAX_GAP = 6;

/**
 * What a text is plainly about where that is not Windows; nothing where a single word speaks of
 * Windows, or too few of anything else. Printed ids and the names beside them say nothing of it,
 * since they may be the very mistake.
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

/** Whether the release knows a technique on Windows and nowhere else. */
export function isOfWindowsAlone(attackId: string, release: ReleaseIndex): boolean {
  return release.techniques.get(attackId)?.platforms.join() === "Windows";
}

/** The warning for a technique of Windows alone in a text about something else, else null. */
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

/** Printed ids, and names right beside one. */
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

/** The text without the given spans, which are in order. */
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
