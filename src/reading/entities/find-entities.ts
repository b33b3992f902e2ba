import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { lexiconOf } from "../recognition/detectors.ts";
import { findGroupMentions } from "../recognition/group-names.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { type Sentence, splitSentences } from "../../text/sentences/sentences.ts";
import { tokenize } from "../../text/tokens/tokens.ts";
import { findDates } from "./find-dates.ts";
import { findMarking } from "./find-marking.ts";
import { findObservables, type NamedObservable } from "./find-observables.ts";
import { buildSoftwareNames, findSoftware, type SoftwareNames } from "./find-software.ts";
import { findVictims } from "./find-victims.ts";
import { MentionList } from "./mentions.ts";
import type { Entities } from "./schema.ts";

/** Names that are looked for in one go, in UTF-16 units: the words of a long text take much memory. */
const SLICE = 50_000;

const namesOfReleases = new WeakMap<ReleaseIndex, SoftwareNames>();

/**
 * What a report names besides techniques, with the places. Nothing is guessed: groups and software are
 * those of the release, observables those that an extractor found. Time is linear in the text.
 * @param pause lets others run; awaited between the parts of a long text
 */
export async function findEntities(
  outline: Outline,
  release: ReleaseIndex,
  observables: readonly NamedObservable[],
  pause: () => Promise<void>,
): Promise<Entities> {
  const { text } = outline;
  const body = bodyText(outline);
  const rest = text.length < SLICE ? async () => undefined : pause;
  const sentences = splitSentences(outline);
  await rest();
  const names = await findNames(body, sentences, release, rest);
  const dates = findDates(body, sentences);
  await rest();
  const victims = findVictims(body, sentences);
  await rest();
  return {
    ...names,
    ...findObservables(outline, sentences, observables),
    dates,
    ...victims,
    // Page heads and feet carry it.
    tlp: findMarking(text),
  };
}

async function findNames(
  text: string,
  sentences: readonly Sentence[],
  release: ReleaseIndex,
  pause: () => Promise<void>,
): Promise<Pick<Entities, "groups" | "software">> {
  const { groupNames } = lexiconOf(release);
  const softwareNames = softwareNamesOf(release);
  const groups = new MentionList<{ attack_id: string; name: string }>(text);
  const software = new MentionList<Omit<Entities["software"][number], "count" | "mentions">>(text);
  for (const { start, end } of slicesOf(text.length, sentences)) {
    const seen = text.slice(start, end);
    const tokens = tokenize(seen);
    const placed = (hit: { start: number; end: number }) => ({
      start: hit.start + start,
      end: hit.end + start,
    });
    for (const hit of findGroupMentions(seen, tokens, groupNames)) {
      const { attack_id, name } = hit;
      groups.add(attack_id, placed(hit), () => ({ attack_id, name }));
    }
    for (const hit of findSoftware(seen, tokens, softwareNames)) {
      const { attack_id, name, type } = hit.software;
      software.add(attack_id, placed(hit), () => ({ attack_id, name, type }));
    }
    await pause();
  }
  return { groups: groups.byCount(), software: software.byCount() };
}

/** Built at first use, and kept as long as the index itself. */
function softwareNamesOf(release: ReleaseIndex): SoftwareNames {
  const known = namesOfReleases.get(release);
  if (known !== undefined) return known;
  const names = buildSoftwareNames(release.software, release.groups);
  namesOfReleases.set(release, names);
  return names;
}

/** The text in pieces that begin where a sentence begins. */
function slicesOf(length: number, sentences: readonly Sentence[]): Sentence[] {
  const starts = [0];
  for (const { start } of sentences) if (start - (starts.at(-1) ?? 0) >= SLICE) starts.push(start);
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? length }));
}
