import type { Outline } from "../../text/document/document.ts";
import { withinBlock } from "../../text/document/within-block.ts";
import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import type { Place } from "./mentions.ts";
import type { Entities } from "./schema.ts";

/** A value found in a text, in its normal form, with its verdict in the text. */
export interface NamedObservable {
  kind: string;
  value: string;
  role: string;
  /** 0 to 100. */
  confidence: number;
  /** Number of all its places. */
  count: number;
  /** Some of its places. */
  places: readonly (Place & { section: string | null })[];
}

type Located = Pick<Entities, "cves" | "observables">;

/** Maximum observables, and maximum characters of their passages. A database row has a size limit. */
const MAX_LISTED = 300;
const MAX_CHARS = 200_000;

/** Returns observables with their places in a text, vulnerabilities separately, each with its first sentence. */
export function findObservables(
  outline: Outline,
  sentences: readonly Sentence[],
  named: readonly NamedObservable[],
): Located {
  const { text } = outline;
  const located = named
    .map((one) => ({ one, places: [...one.places].sort((a, b) => a.start - b.start) }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0));
  const isCve = ({ one }: (typeof located)[number]) => one.kind === "cve";
  const cves = located.filter(isCve).map(({ one, places }) => ({
    id: one.value,
    ...mentionsOf(text, one, places),
  }));
  const order = new Map([...new Set(named.map(({ kind }) => kind))].map((kind, at) => [kind, at]));
  const others = located
    .filter((found) => !isCve(found))
    .sort((a, b) => (order.get(a.one.kind) ?? 0) - (order.get(b.one.kind) ?? 0))
    .slice(0, MAX_LISTED)
    .map(({ one, places }) => ({
      kind: one.kind,
      value: one.value,
      role: one.role,
      confidence: one.confidence,
      section: places[0]?.section ?? null,
      sentence: sentenceOf(outline, sentences, places[0]),
      ...mentionsOf(text, one, places),
    }));
  return {
    cves: cves.sort((a, b) => b.count - a.count).slice(0, MAX_LISTED),
    observables: asManyAsFit(others),
  };
}

function mentionsOf(text: string, { count }: NamedObservable, places: readonly Place[]) {
  const mentions = places.map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
  return { count, mentions };
}

function asManyAsFit(listed: Located["observables"]): Located["observables"] {
  let chars = 0;
  const tooMany = listed.findIndex(({ sentence, mentions }) => {
    for (const { text } of [...mentions, ...(sentence === null ? [] : [sentence])])
      chars += text.length;
    return chars > MAX_CHARS;
  });
  return tooMany < 0 ? listed : listed.slice(0, tooMany);
}

function sentenceOf(outline: Outline, sentences: readonly Sentence[], place: Place | undefined) {
  if (place === undefined) return null;
  const sentence = sentences[sentenceAt(sentences, place.start)];
  if (sentence === undefined || sentence.end <= place.start) return null;
  const { start, end } = withinBlock(outline, sentence, place) ?? sentence;
  return { text: outline.text.slice(start, end), start, end };
}
