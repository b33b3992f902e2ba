import type { Columns } from "../columns.ts";
import type { Occurrence } from "../found.ts";
import { KINDS } from "../kinds/kinds.ts";
import type { KnownKind } from "../vocabulary.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import type { PlainText } from "./plain-text.ts";

/** What is known of a value beside its place. */
export interface Known {
  /** As it is written, where that is not what stands at its place. */
  value?: string;
  label?: string | null;
  host_of?: "url" | "email" | null;
  isDefanged?: boolean;
  /** Its normal form, where the finder has it already. */
  normal?: string;
}

/** A text that repeats itself more than that repeats few of its values. */
const REMEMBERED = 5_000;
/** Kinds whose normal form has its price. */
const COSTLY: ReadonlySet<KnownKind> = new Set(["domain", "url", "email", "cryptocurrency_wallet"]);

/** What may stand behind the label in a head, and how many marks of formatting beside it. */
const REMARK = /\s*\([^()]{1,20}\)\s*$/;
const MARKS = 6;

/** The cells below the head of a column. */
export interface CellsBelow {
  cells: { from: number; to: number }[];
  /** A table of the format has a head there: in its first column there may be labels of rows. */
  isProven: boolean;
}

/** A cell without the signs of formatting around it. */
function unmarked(text: string, start: number, end: number): { from: number; to: number } {
  let from = start;
  let to = end;
  while (from < to && /[\s"'`*]/.test(text[from] ?? "")) from += 1;
  while (to > from && /[\s"'`*]/.test(text[to - 1] ?? "")) to -= 1;
  return { from, to };
}

/** The occurrences that are found in a text, and what all finders need of it. */
export class Findings {
  /** Refanged, and with what is broken over lines whole. */
  readonly text: string;
  readonly #given: string;
  readonly #plain: PlainText;
  readonly #columns: Columns;
  readonly #found: Occurrence[] = [];
  readonly #normals = new Map<string, string | null>();

  /** @param columns of the text that was given */
  constructor(given: string, plain: PlainText, columns: Columns) {
    this.text = plain.text;
    this.#given = given;
    this.#plain = plain;
    this.#columns = columns;
  }

  /** What the head of the column says that a place is in; null where it is in none. */
  headAt(place: number): string | null {
    const column = this.#columns.at(this.#plain.startOf(place));
    return column?.heads[column.index] ?? null;
  }

  /** The cells below one that is the head of its column and says no more than a label; null elsewhere. */
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

  /** Adds what stands between two places of the text if it is of that kind; tells whether it is. */
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

  /** What stands between two places, with plain dots. */
  slice(from: number, to: number): string {
    const raw = this.text.slice(from, to);
    return raw.includes(DEFANGED_DOT) ? raw.replaceAll(DEFANGED_DOT, ".") : raw;
  }

  isDefanged(from: number, to: number): boolean {
    return this.#plain.isDefanged(from, to);
  }

  /** In the order of their places; at one place the longest first. */
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
