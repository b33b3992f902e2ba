import type { Mention, Occurrence } from "../found.ts";
import { isKnownKind } from "../vocabulary.ts";
import { circumstancesOf, registrable, type TextFacts } from "./circumstances.ts";
import { confidenceOf } from "./confidence.ts";
import { labelBefore, labelMeaningOf } from "./labels.ts";
import type { Cue, LabelMeaning } from "./meanings.ts";
import { areJoined, cuesOf, isPattern, leadCue, nearestCue } from "./nearest-cue.ts";
import { aroundLink, NO_LINK } from "./around-link.ts";
import { Outline } from "./outline.ts";
import { columnOf, type Lead, type Place } from "./place.ts";
import type { Hit } from "./phrases.ts";
import { roleOf } from "./role-of.ts";
import { findRuns } from "./runs.ts";
import { sentenceAt, type Span } from "./sentence.ts";
import type { Surroundings, Verdict } from "./surroundings.ts";
import type { WarningEffects } from "./warning-effects.ts";

const MAILED = /^["'”>)\]]{0,2}\s*(?:to|an|à|a|на адрес|для|->|→)\s*["'“<([]{0,2}$/u;

/** A mention, and whether the text says what role it has. */
export interface JudgedMention extends Mention {
  isSaid: boolean;
}

export interface Source {
  /** Host of the site that the text comes from. */
  publisher: string | null;
  title: string | null;
  lists: WarningEffects;
}

/** Judges the mentions of a text one after the other, in the order of their places. */
export class MentionReader {
  readonly #text: string;
  readonly #occurrences: readonly Occurrence[];
  readonly #outline: Outline;
  readonly #facts: TextFacts;
  readonly #runs: Uint8Array;
  /** The last URL or e-mail address, and what was said of it: its host says nothing more. */
  #owner: { end: number; verdict: Verdict } | null = null;
  #sentence: { span: Span; place: Place; hits: Hit<Cue>[]; isCut: boolean } | null = null;
  /** Of the value before; "C2: a.example, b.example" labels both. */
  #label: LabelMeaning | null = null;
  #lead: { lead: Lead; cue: Cue | null; isQuote: boolean } | null = null;

  constructor(text: string, occurrences: readonly Occurrence[], source: Source) {
    this.#text = text;
    this.#occurrences = occurrences;
    this.#outline = new Outline(text, occurrences, source.title);
    this.#facts = {
      publisher: registrable(source.publisher),
      isDefanging: occurrences.some(
        ({ defanged, kind }) => defanged && kind !== "file_name" && kind !== "file_path",
      ),
      lists: source.lists,
    };
    this.#runs = findRuns(text, occurrences);
  }

  /** What the surroundings say of the occurrence of this index; indexes only grow. */
  read(index: number): JudgedMention {
    const occurrence = this.#at(index);
    const place = this.#outline.placeOf(index);
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

  #judge(index: number, occurrence: Occurrence, place: Place, hits: readonly Hit<Cue>[]): Verdict {
    const previous = this.#neighbour(index, -1);
    const isJoined = areJoined(this.#text, previous, occurrence);
    const others = { previous, next: this.#neighbour(index, 1), isJoined };
    const lead = place.lead === null ? null : this.#leadOf(place.lead);
    const label = this.#labelOf(occurrence, place) ?? (isJoined ? this.#label : null);
    this.#label = label;
    const about = circumstancesOf(occurrence, this.#facts);
    const around: Surroundings = {
      meaning: place.meaning,
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
      // They matter for what has a host alone.
      ...(about.host === null ? NO_LINK : aroundLink(this.#text, occurrence, place)),
    };
    return roleOf(occurrence, around, about);
  }

  /** The second of two mailboxes: "from a@example.com to b@example.org". */
  #isMailed({ kind, start }: Occurrence, previous: Occurrence | null): boolean {
    if (kind !== "email" || previous?.kind !== "email" || start - previous.end > 24) return false;
    return MAILED.test(this.#text.slice(previous.end, start));
  }

  #labelOf({ start }: Occurrence, place: Place): LabelMeaning | null {
    const label = labelBefore(this.#text, place.lineStart, start);
    const meaning = label === null ? null : labelMeaningOf(label);
    if (meaning !== null && meaning !== "note") return meaning;
    const column = columnOf(this.#text, place, start);
    const columns = place.head?.columns ?? [];
    // The site of a tool stands in its row.
    const isOfTool = columns.includes("tool") && !columns.includes("indicator");
    return isOfTool && column !== "reference" ? "tool" : (column ?? meaning);
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

  /** The sentence of an occurrence; that of the one before where it stands in the same. */
  #sentenceOf(index: number, { start, end }: Occurrence, place: Place) {
    const last = this.#sentence;
    if (last !== null && !last.isCut && last.place === place && end <= last.span.end) return last;
    const span = sentenceAt(this.#text, place, start, end);
    let first = index;
    while (first > 0 && this.#at(first - 1).end > span.start) first -= 1;
    const hits = cuesOf(this.#text, span, this.#occurrences, first);
    const isCut = span.end - span.start > 320;
    this.#sentence = { span, place, hits, isCut };
    return this.#sentence;
  }

  /** The next value before or behind that is none's host. */
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

/** Of a URL that one blocks, the host is a lower value; else it is what the URL is. */
function hostVerdict({ role, isSaid }: Verdict): Verdict {
  const isBlocked = role === "indicator" || role === "mentioned";
  return { role: isBlocked ? "host" : role, proof: "none", isSaid: isSaid && !isBlocked };
}

/** Where the last sentence of the words over a list begins. */
function lastSentence(text: string, { start, end }: Lead): number {
  const ends = [...text.slice(start, end).matchAll(/[.!?]["”)]?\s+(?=\S)|。/gu)];
  const last = ends.at(-1);
  return last === undefined ? start : start + last.index + last[0].length;
}
