import type { Findings } from "../findings.ts";
import { excerpt } from "../findings.ts";

interface Piece {
  text: string;
  at: number;
}

/** A condition in the source, and the selections that it may reference. */
export interface ConditionInput {
  condition: string;
  /** The YAML node as written, and its start. */
  source: string;
  start: number;
  selections: readonly string[];
}

const JOINING = /^(?:and|or)$/i;
/** Maximum patterns in one condition; each is compared with all selections. */
const MAX_PATTERNS = 200;
const MAX_DEPTH = 100;

/** Checks a condition's grammar and references. Returns the selections that it uses. */
export function checkCondition(input: ConditionInput, findings: Findings): Set<string> {
  const pieces = cut(input);
  const used = new Set<string>();
  const aggregation = pieces.findIndex(({ text }) => text === "|");
  if (aggregation !== -1) {
    const at = pieces[aggregation]?.at ?? input.start;
    findings.warn(at, "Aggregations in conditions are replaced by correlation rules.");
    pieces.length = aggregation;
  }
  if (pieces.length === 0) findings.error(input.start, "The condition is empty.");
  else new ConditionReader(pieces, input.selections, used, findings).read();
  return used;
}

/** Splits the condition into pieces, each located in the source after the previous one. */
function cut({ condition, source, start }: ConditionInput): Piece[] {
  let from = 0;
  return [...condition.matchAll(/[()|]|[^\s()|]+/g)].map(({ 0: text }) => {
    const found = source.indexOf(text, from);
    // If the source differs in writing, the search stops: otherwise it takes quadratic time.
    from = found === -1 ? source.length : found + text.length;
    return { text, at: start + Math.max(found, 0) };
  });
}

class ConditionReader {
  readonly #pieces: Piece[];
  readonly #selections: readonly string[];
  readonly #used: Set<string>;
  readonly #findings: Findings;
  /** Names and patterns already looked up. */
  readonly #known = new Set<string>();
  readonly #names: ReadonlySet<string>;
  #patterns = 0;
  #place = 0;

  constructor(
    pieces: Piece[],
    selections: readonly string[],
    used: Set<string>,
    findings: Findings,
  ) {
    this.#pieces = pieces;
    this.#selections = selections;
    this.#names = new Set(selections);
    this.#used = used;
    this.#findings = findings;
  }

  read(): void {
    if (!this.#readJoined(0)) return;
    const left = this.#pieces[this.#place];
    if (left !== undefined) this.#fail(left, `${excerpt(left.text)} is not expected here.`);
  }

  /** Parses `a and not (b or c)`. */
  #readJoined(depth: number): boolean {
    for (;;) {
      while (/^not$/i.test(this.#text())) this.#place += 1;
      if (!this.#readSimple(depth)) return false;
      if (!JOINING.test(this.#text())) return true;
      this.#place += 1;
    }
  }

  #readSimple(depth: number): boolean {
    const piece = this.#pieces[this.#place];
    if (piece === undefined || piece.text === ")" || JOINING.test(piece.text)) {
      const before = this.#pieces[this.#place - 1];
      const fault =
        before === undefined ? "A selection is missing." : `Nothing follows '${before.text}'.`;
      return this.#fail(before ?? piece, fault);
    }
    this.#place += 1;
    if (piece.text === "(") {
      if (depth === MAX_DEPTH) return this.#fail(piece, "Brackets are nested too deeply.");
      if (!this.#readJoined(depth + 1)) return false;
      if (this.#text() !== ")") return this.#fail(piece, "'(' is never closed.");
      this.#place += 1;
      return true;
    }
    if (/^of$/i.test(this.#text())) return this.#readQuantified(piece);
    return this.#name(piece);
  }

  /** Parses `1 of selection_*` and `all of them`. */
  #readQuantified(quantity: Piece): boolean {
    this.#place += 1;
    const pattern = this.#pieces[this.#place];
    if (!/^(?:[1-9]\d*|any|all)$/i.test(quantity.text)) {
      return this.#fail(
        quantity,
        `${excerpt(quantity.text)} is no quantity; use '1', 'any' or 'all'.`,
      );
    }
    if (pattern === undefined || /^[()]$/.test(pattern.text) || JOINING.test(pattern.text)) {
      return this.#fail(pattern ?? quantity, "'of' must be followed by 'them' or by selections.");
    }
    this.#place += 1;
    return this.#name(pattern);
  }

  #name(piece: Piece): boolean {
    if (this.#known.has(piece.text)) return true;
    if (piece.text.includes("*")) {
      this.#patterns += 1;
      if (this.#patterns > MAX_PATTERNS) {
        return this.#fail(piece, `There are more than ${MAX_PATTERNS} patterns of selections.`);
      }
    }
    const matches = this.#matchesOf(piece.text);
    for (const name of matches) this.#used.add(name);
    this.#known.add(piece.text);
    if (matches.length === 0) {
      this.#findings.error(piece.at, `There is no selection ${excerpt(piece.text)}.`);
    }
    return true;
  }

  #matchesOf(text: string): string[] {
    if (/^them$/i.test(text)) return this.#selections.filter((name) => !name.startsWith("_"));
    if (!text.includes("*")) return this.#names.has(text) ? [text] : [];
    return this.#selections.filter((name) => matchesPattern(name, text));
  }

  #text(): string {
    return this.#pieces[this.#place]?.text ?? "";
  }

  #fail(piece: Piece | undefined, message: string): false {
    this.#findings.error(piece?.at ?? this.#pieces[0]?.at ?? 0, message);
    return false;
  }
}

/** Returns whether a name matches a pattern with `*`, without the backtracking of regular expressions. */
export function matchesPattern(name: string, pattern: string): boolean {
  const parts = pattern.split("*");
  if (parts.length === 1) return name === pattern;
  const [first = "", ...others] = parts;
  const last = others.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const found = name.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= name.length - last.length;
}
