import { characterClasses, DOT, OTHER } from "./characters.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";

const AROUND = 32;

/** A run of labels separated by dots, and the text around it. */
export class HostToken {
  /** The token with plain dots. */
  readonly text: string;
  readonly isDefanged: boolean;
  readonly #whole: string;
  readonly from: number;
  readonly to: number;

  constructor(text: string, isDefanged: boolean, whole: string, from: number, to: number) {
    this.text = text;
    this.isDefanged = isDefanged;
    this.#whole = whole;
    this.from = from;
    this.to = to;
  }

  /** Returns up to 32 preceding characters, sliced lazily because few tokens need them. */
  get before(): string {
    return this.#whole.slice(Math.max(0, this.from - AROUND), this.from);
  }

  get after(): string {
    return this.#whole.slice(this.to, this.to + AROUND);
  }
}

/** DNS allows 253 characters. A longer token contains no host name. */
const MAX_TOKEN = 300;

/** Returns the end of the token that begins at an index. A label uses only one class of script. */
export function tokenEnd(text: string, start: number): number {
  const classOf = characterClasses();
  let before = DOT;
  let at = start;
  for (; at < text.length && at - start <= MAX_TOKEN; at += 1) {
    const current = classOf[text.charCodeAt(at)] ?? OTHER;
    const isJoined = current === before || current === DOT || before === DOT;
    if (current === OTHER || !isJoined) break;
    before = current;
  }
  return at;
}

/** Returns the token between two indexes without dots and hyphens at its edges, or null if it has no inner dot. */
export function hostToken(text: string, start: number, end: number): HostToken | null {
  let from = start;
  let to = end;
  while (from < to && isEdge(text[from])) from += 1;
  while (to > from && isEdge(text[to - 1])) to -= 1;
  if (to - from > MAX_TOKEN) return null;
  const raw = text.slice(from, to);
  const isDefanged = raw.includes(DEFANGED_DOT);
  const plain = isDefanged ? raw.replaceAll(DEFANGED_DOT, ".") : raw;
  if (!plain.includes(".") || plain.includes("..")) return null;
  return new HostToken(plain, isDefanged, text, from, to);
}

function isEdge(character: string | undefined): boolean {
  return character === "." || character === "-" || character === DEFANGED_DOT;
}
