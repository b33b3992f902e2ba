import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";
import { findDates } from "./find-dates.ts";
import { findMarking } from "./find-marking.ts";
import { findObservables, type NamedObservable } from "./find-observables.ts";
import { findVictims } from "./find-victims.ts";
import { findNames, SLICE } from "./find-names.ts";
import type { Entities } from "./schema.ts";

/**
 * Finds what a report names apart from techniques, with the places. Groups and software are those of the release,
 * except
 * `unlisted`. Observables come from an extractor. Takes time linear in the text.
 * @param pause yields to other requests, awaited between the parts of a long text
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
  const names = await findNames(outline, body, sentences, release, rest);
  const dates = findDates(body, sentences);
  await rest();
  const victims = findVictims(body, sentences);
  await rest();
  return {
    ...names,
    ...findObservables(outline, sentences, observables),
    dates,
    ...victims,
    // Page headers and footers contain it.
    tlp: findMarking(text),
  };
}
