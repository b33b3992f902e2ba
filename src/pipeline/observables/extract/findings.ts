import type { Columns } from "../columns.ts";
import type { Occurrence } from "../found.ts";
import { KINDS } from "../kinds/kinds.ts";
import type { KnownKind } from "../vocabulary.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import type { PlainText } from "./plain-text.ts";

/** Details of a value in addition to its position. */
export interface Known {
  /** The value as written, if it differs from the text at its position. */
  value?: string;
  label?: string | null;
  host_of?: "url" | "email" | null;
  isDefanged?: boolean;
  /** The normal form, if the finder has already computed it. */
  normal?: string;
}

/** Cache limit: a text with more values repeats few of them. */
const REMEMBERED = 5_000;
/** Kinds whose normal form is expensive to compute. */
const COSTLY: ReadonlySet<KnownKind> = new Set(["domain", "url", "email", "cryptocurrency_wallet"]);

/** A remark allowed after the label in a heading, and the maximum number of formatting characters around it. */
const REMARK = /\s*\([^()]{1,20}\)\s*$/;
const MARKS = 6;

/** The cells below a column heading. */
export interface CellsBelow {
  cells: { from: number; to: number }[];
  /** Whether the table format defines a heading there. The first column may contain row labels. */
  isProven: boolean;
}

/** Returns a cell without the formatting characters around it. */
function unmarked(text: string, start: number, end: number): { from: number; to: number } {
  let from = start;
  let to = end;
  while (from < to && /[\s"'`*]/.test(text[from] ?? "")) from += 1;
  while (to > from && /[\s"'`*]/.test(text[to - 1] ?? "")) to -= 1;
  return { from, to };
}

/** Collects the occurrences in a text and provides what all finders need. */
export class Findings {
  /** The refanged text, with values broken over lines joined. */
  readonly text: string;
  readonly #given: string;
  readonly #plain: PlainText;
  readonly #columns: Columns;
  readonly #found: Occurrence[] = [];
  readonly #normals = new Map<string, string | null>();

  /** @param columns of the original text */
  constructor(given: string, plain: PlainText, columns: Columns) {
    this.text = plain.text;
    this.#given = given;
    this.#plain = plain;
    this.#columns = columns;
  }

  /** Returns the heading of the column at an index, or null if it is in none. */
  headAt(place: number): string | null {
    const column = this.#columns.at(this.#plain.startOf(place));
    return column?.heads[column.index] ?? null;
  }

  /** Returns the cells below a column heading that consists only of a label, or null otherwise. */
  cellsBelow(label: number, end: number): CellsBelow | null {
    const column = this.#columns.at(this.#plain.startOf(label));
    if (column === null || column.heads.length > 0) return null;
    const cell = this.#given.slice(column.cell.start, column.cell.end).replace(REMARK, "");
    if (cell.length > end - label + MARKS) return null;
    const below = this.#columns.below(this.#plain.startOf(label)) ?? [];
    const cells = below.map(({ start, end: to }) =>
      unmarked(this.text, this.#plain.placeOf(start), this.#plain.placeOf(to)),
    );
    return { cells, isProven: column.isOfFormat && column.first !== null };
  }

  /** Adds the text between two indexes if it is a value of that kind. Returns whether it is. */
  add(kind: KnownKind, from: number, to: number, known: Known = {}): boolean {
    const value = known.value ?? this.slice(from, to);
    const normal = known.normal ?? this.#normalise(kind, value);
    if (normal === null) return false;
    const start = this.#plain.startOf(from);
    const end = this.#plain.endOf(to);
    this.#found.push({
      kind,
      value,
      normalized_value: normal,
      start,
      end,
      defanged: known.isDefanged ?? this.isDefanged(from, to),
      label: known.label ?? null,
      joined: this.#isJoined(start, end),
      host_of: known.host_of ?? null,
    });
    return true;
  }

  /** Returns the text between two indexes, with plain dots. */
  slice(from: number, to: number): string {
    const raw = this.text.slice(from, to);
    return raw.includes(DEFANGED_DOT) ? raw.replaceAll(DEFANGED_DOT, ".") : raw;
  }

  isDefanged(from: number, to: number): boolean {
    return this.#plain.isDefanged(from, to);
  }

  /** Returns the occurrences by position, the longest first at the same position. */
  inOrder(): Occurrence[] {
    return this.#found.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #normalise(kind: KnownKind, value: string): string | null {
    if (!COSTLY.has(kind)) return KINDS[kind].normalise(value);
    const key = `${kind} ${value}`;
    const known = this.#normals.get(key);
    if (known !== undefined) return known;
    const normal = KINDS[kind].normalise(value);
    if (this.#normals.size < REMEMBERED) this.#normals.set(key, normal);
    return normal;
  }

  #isJoined(start: number, end: number): boolean {
    return this.#given.slice(start, end).includes("\n");
  }
}
