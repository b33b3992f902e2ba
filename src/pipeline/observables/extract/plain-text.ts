/** A replacement for part of a text. */
export interface Edit {
  start: number;
  end: number;
  plain: string;
  /** Whether it removes defanging. */
  isDefanged: boolean;
}

/** A text after edits that maps each character to its original position. */
export class PlainText {
  readonly text: string;
  readonly #given: PlainText | null;
  readonly #edits: readonly Edit[];
  /** Where the plain form of each edit begins. */
  readonly #places: readonly number[];

  private constructor(text: string, given: PlainText | null, edits: readonly Edit[]) {
    this.text = text;
    this.#given = given;
    this.#edits = edits;
    const places: number[] = [];
    let shift = 0;
    for (const { start, end, plain } of edits) {
      places.push(start + shift);
      shift += plain.length - (end - start);
    }
    this.#places = places;
  }

  static of(text: string): PlainText {
    return new PlainText(text, null, []);
  }

  /** Returns this text after edits, which must be in order and not overlap. */
  edit(edits: readonly Edit[]): PlainText {
    if (edits.length === 0) return this;
    const parts: string[] = [];
    let at = 0;
    for (const { start, end, plain } of edits) {
      parts.push(this.text.slice(at, start), plain);
      at = end;
    }
    parts.push(this.text.slice(at));
    return new PlainText(parts.join(""), this, edits);
  }

  /** Returns the original position of the character at an index. */
  startOf(place: number): number {
    if (this.#given === null) return place;
    return this.#given.startOf(this.#before(place, true));
  }

  /** Returns the same for the index after a span's last character. */
  endOf(place: number): number {
    if (this.#given === null || place === 0) return place;
    return this.#given.endOf(this.#before(place, false));
  }

  /** Returns the index here of an original character. A removed character maps to its edit. */
  placeOf(given: number): number {
    const place = this.#given === null ? given : this.#given.placeOf(given);
    let low = 0;
    let high = this.#edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edits[middle]?.start ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    const edit = this.#edits[low - 1];
    if (edit === undefined) return place;
    const start = this.#places[low - 1] ?? 0;
    return place < edit.end ? start : start + edit.plain.length + (place - edit.end);
  }

  /** Returns whether a span of this text contains a defanged form. */
  isDefanged(from: number, to: number): boolean {
    if (this.#given === null) return false;
    for (let i = this.#last(from - 1); i < this.#edits.length; i += 1) {
      const place = this.#places[i] ?? 0;
      if (place >= to) break;
      const edit = this.#edits[i];
      if (edit?.isDefanged === true && place + edit.plain.length > from) return true;
    }
    return this.#given.isDefanged(this.#before(from, true), this.#before(to, false));
  }

  /** Returns the index in the text before the edits. */
  #before(place: number, isStart: boolean): number {
    // Text that ends at an index precedes the edits that begin there.
    const i = this.#last(isStart ? place : place - 1);
    const edit = i === 0 ? undefined : this.#edits[i - 1];
    if (edit === undefined) return place;
    const end = (this.#places[i - 1] ?? 0) + edit.plain.length;
    if (place >= end) return edit.end + (place - end);
    return isStart ? edit.start : edit.end;
  }

  /** Counts the edits that begin at or before an index. */
  #last(place: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
