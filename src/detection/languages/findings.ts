import { PLACEHOLDER } from "./vocabulary.ts";

/** A fault in a rule with its position: line and column from 1, columns in UTF-16 code units. */
export interface Finding {
  line: number;
  column: number;
  message: string;
}

/** The result of a validation. A rule is valid if it has no errors. */
export interface Validation {
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
}

/** Maximum findings: enough to work with, since invalid text could cause one per character. */
const MAX_FINDINGS = 100;

interface Placed {
  offset: number;
  message: string;
}

/** Collects errors and warnings by offset, and converts them to line and column. */
export class Findings {
  readonly #text: string;
  readonly #errors: Placed[] = [];
  readonly #warnings: Placed[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  error(offset: number, message: string): void {
    if (this.#errors.length < MAX_FINDINGS) this.#errors.push({ offset, message });
  }

  warn(offset: number, message: string): void {
    if (this.#warnings.length < MAX_FINDINGS) this.#warnings.push({ offset, message });
  }

  /** Returns all findings by position, including each remaining placeholder. */
  toValidation(): Validation {
    this.#warnPlaceholders();
    const lines = lineStarts(this.#text);
    const place = (found: Placed[]): Finding[] =>
      found
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ offset, message }) => ({ ...positionOf(lines, offset), message }));
    return {
      valid: !this.hasErrors,
      errors: place(this.#errors),
      warnings: place(this.#warnings),
    };
  }

  #warnPlaceholders(): void {
    for (
      let at = this.#text.indexOf(PLACEHOLDER);
      at !== -1;
      at = this.#text.indexOf(PLACEHOLDER, at + PLACEHOLDER.length)
    ) {
      this.warn(at, `${PLACEHOLDER} is still to be replaced.`);
    }
  }
}

/** Returns an excerpt of the rule for a message: one line of limited length. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return `'${line.length > 40 ? `${line.slice(0, 40).toWellFormed()}…` : line}'`;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return starts;
}

function positionOf(starts: number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
