/** A position in a text: line and column from 1, columns in UTF-16 code units. */
export interface Place {
  line: number;
  column: number;
}

/** Converts offsets in a text to line and column. */
export class Lines {
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  placeOf(offset: number): Place {
    const after = this.#starts.findIndex((start) => start > offset);
    const line = after === -1 ? this.#starts.length : after;
    return { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 };
  }
}
