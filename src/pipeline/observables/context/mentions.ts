import type { Outline, Span } from "../../../text/document/document.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import { findSentenceEnds } from "../../../text/sentences/sentence-ends.ts";
import { Columns, type Column } from "../columns.ts";
import type { Mention, Occurrence } from "../found.ts";
import { isKnownKind } from "../vocabulary.ts";
import { circumstancesOf, registrable, type TextFacts } from "./circumstances.ts";
import { confidenceOf } from "./confidence.ts";
import { headsOf, labelBefore, labelMeaningOf } from "./labels.ts";
import type { Cue, LabelMeaning } from "./meanings.ts";
import { areJoined, cuesOf, isPattern, leadCue, nearestCue } from "./nearest-cue.ts";
import { aroundLink, NO_LINK } from "./around-link.ts";
import type { Lead, Place } from "./place.ts";
import { Places } from "./places.ts";
import type { CueHit } from "../../../text/phrases/cue-table.ts";
import { roleOf } from "./role-of.ts";
import { sampleOfRule } from "./rule-sample.ts";
import { findRuns } from "./runs.ts";
import { Sentences } from "./sentence-of.ts";
import type { Surroundings, Verdict } from "./surroundings.ts";
import type { WarningEffects } from "./warning-effects.ts";

const MAILED = /^["'”>)\]]{0,2}\s*(?:to|an|à|a|на адрес|для|->|→)\s*["'“<([]{0,2}$/u;

/** A mention, and whether the text states its role. */
export interface JudgedMention extends Mention {
  isSaid: boolean;
}

export interface Source {
  /** Host of the site that published the text. */
  publisher: string | null;
  title: string | null;
  lists: WarningEffects;
}

/** Determines the role of each mention in a text, in the order of their positions. */
export class MentionReader {
  readonly #text: string;
  readonly #occurrences: readonly Occurrence[];
  readonly #places: Places;
  readonly #columns: Columns;
  readonly #sentences: Sentences;
  readonly #facts: TextFacts;
  readonly #runs: Uint8Array;
  /** The last URL or email address and its verdict, which its host shares. */
  #owner: { end: number; verdict: Verdict } | null = null;
  #sentence: { span: Span; place: Place; hits: CueHit<Cue>[]; isCut: boolean } | null = null;
  /** Label of the previous value. "C2: a.example, b.example" labels both. */
  #label: LabelMeaning | null = null;
  #lead: { lead: Lead; cue: Cue | null; isQuote: boolean } | null = null;

  constructor(outline: Outline, occurrences: readonly Occurrence[], source: Source) {
    const text = bodyText(outline);
    this.#text = text;
    this.#occurrences = occurrences;
    this.#places = new Places(text, outline, occurrences, source.title);
    this.#columns = new Columns(outline, (cells) => headsOf(cells).length > 0);
    this.#sentences = new Sentences(text, occurrences);
    this.#facts = {
      publisher: registrable(source.publisher),
      isDefanging: occurrences.some(
        ({ defanged, kind }) => defanged && kind !== "file_name" && kind !== "file_path",
      ),
      lists: source.lists,
    };
    this.#runs = findRuns(text, occurrences);
  }

  /** Determines the role of the occurrence at an index. Indexes must only increase. */
  read(index: number): JudgedMention {
    const occurrence = this.#at(index);
    const place = this.#places.placeOf(index);
    const { span, hits } = this.#sentenceOf(index, occurrence, place);
    const verdict =
      occurrence.host_of !== null && this.#owner !== null && this.#owner.end >= occurrence.end
        ? hostVerdict(this.#owner.verdict)
        : this.#judge(index, occurrence, place, hits);
    if (occurrence.host_of === null && (occurrence.kind === "url" || occurrence.kind === "email")) {
      this.#owner = { end: occurrence.end, verdict };
    }
    const { kind, start, end, joined } = occurrence;
    const known = isKnownKind(kind) ? kind : "domain";
    return {
      start,
      end,
      role: verdict.role,
      confidence: confidenceOf(known, verdict.role, verdict.proof, joined),
      section: place.title,
      sentence: this.#text.slice(span.start, span.end),
      isSaid: verdict.isSaid,
    };
  }

  #judge(
    index: number,
    occurrence: Occurrence,
    place: Place,
    hits: readonly CueHit<Cue>[],
  ): Verdict {
    const previous = this.#neighbour(index, -1);
    const isJoined = areJoined(this.#text, previous, occurrence);
    const others = { previous, next: this.#neighbour(index, 1), isJoined };
    const lead = place.lead === null ? null : this.#leadOf(place.lead);
    const label = this.#labelOf(occurrence, place) ?? (isJoined ? this.#label : null);
    this.#label = label;
    const about = circumstancesOf(occurrence, this.#facts);
    const around: Surroundings = {
      section: place.section,
      isItem: place.isItem,
      lead: lead?.cue ?? null,
      isLeadQuote: lead?.isQuote ?? false,
      cue: this.#isMailed(occurrence, previous)
        ? "victim"
        : nearestCue(this.#text, hits, occurrence, others),
      isPattern: isPattern(hits, occurrence),
      isExtortion: hits.some(({ meaning }) => meaning === "extortion"),
      isRandom: hits.some(({ meaning }) => meaning === "random"),
      label,
      isInRun: this.#runs[index] === 1,
      // They matter only for values with a host.
      ...(about.host === null ? NO_LINK : aroundLink(this.#text, occurrence, place)),
    };
    return roleOf(occurrence, around, about);
  }

  /** Returns whether a mailbox is the second of two: "from a@example.com to b@example.org". */
  #isMailed({ kind, start }: Occurrence, previous: Occurrence | null): boolean {
    if (kind !== "email" || previous?.kind !== "email" || start - previous.end > 24) return false;
    return MAILED.test(this.#text.slice(previous.end, start));
  }

  #labelOf({ start }: Occurrence, place: Place): LabelMeaning | null {
    const sample = sampleOfRule(this.#text, start);
    if (sample !== null) return sample === "malware" ? "indicator" : "own";
    const column = this.#columns.at(start);
    const label = labelBefore(this.#text, column?.cell.start ?? place.line.start, start);
    const meaning = label === null ? null : labelMeaningOf(label);
    if (meaning !== null && meaning !== "note") return meaning;
    if (column === null) return meaning;
    const heads = headsOf(column.heads);
    const head = heads[column.index] ?? (heads.length === 0 ? this.#rowLabel(column) : null);
    // The site of a tool is in its row.
    const isOfTool = heads.includes("tool") && !heads.includes("indicator");
    return isOfTool && head !== "reference" ? "tool" : (head ?? meaning);
  }

  /** Returns the label that the first cell of a row gives to the others, if the columns have no headings. */
  #rowLabel({ first }: Column): LabelMeaning | null {
    return first === null ? null : labelMeaningOf(this.#text.slice(first.start, first.end));
  }

  #leadOf(lead: Lead) {
    if (this.#lead?.lead !== lead) {
      const span = { start: lastSentence(this.#text, lead), end: lead.end };
      const hits = cuesOf(this.#text, span, this.#occurrences, lead.firstOccurrence);
      const isQuote = hits.some(({ meaning }) => meaning === "quote");
      this.#lead = { lead, cue: leadCue(hits), isQuote };
    }
    return this.#lead;
  }

  /** Returns the sentence of an occurrence, reusing the previous one if both are in the same. */
  #sentenceOf(index: number, { end }: Occurrence, place: Place) {
    const last = this.#sentence;
    if (last !== null && !last.isCut && last.place === place && end <= last.span.end) return last;
    const span = this.#sentences.at(index, place);
    let first = index;
    while (first > 0 && this.#at(first - 1).end > span.start) first -= 1;
    const hits = cuesOf(this.#text, span, this.#occurrences, first);
    const isCut = span.end - span.start > 320;
    this.#sentence = { span, place, hits, isCut };
    return this.#sentence;
  }

  /** Returns the next value in a direction that is not the host of another. */
  #neighbour(index: number, step: 1 | -1): Occurrence | null {
    const self = this.#at(index);
    for (let i = index + step; i >= 0 && Math.abs(i - index) <= 4; i += step) {
      const other = this.#occurrences[i];
      if (other === undefined) return null;
      const isInside = other.start < self.end && other.end > self.start;
      if (other.host_of === null && !isInside) return other;
    }
    return null;
  }

  #at(index: number): Occurrence {
    const occurrence = this.#occurrences[index];
    if (occurrence === undefined) throw new RangeError(`there is no occurrence ${index}`);
    return occurrence;
  }
}

/**
 * Returns the verdict for the host of a URL. For a blocked URL, the host is a weaker value. Otherwise it shares the
 * URL's role.
 */
function hostVerdict({ role, isSaid }: Verdict): Verdict {
  const isBlocked = role === "indicator" || role === "mentioned";
  return { role: isBlocked ? "host" : role, proof: "none", isSaid: isSaid && !isBlocked };
}

/** Returns where the last sentence of the text above a list begins. */
function lastSentence(text: string, lead: Lead): number {
  return findSentenceEnds(text, lead, []).at(-2) ?? lead.start;
}
