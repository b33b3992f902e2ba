import { DASH, ONE, type Pattern } from "./pattern.ts";

/** `-`, `/`, en dash, em dash and horizontal bar (Sigma modifiers appendix 2.1.0, `windash`). */
export const DASHES = "-/–—―";

/** Texts and single-character wildcards, without `*`. */
type Elements = readonly (string | typeof ONE | typeof DASH)[];

/**
 * The part of a pattern between two `*`. Its longest plain text is searched for; the rest is compared around each hit.
 */
export class Segment {
  readonly #elements: Elements;
  readonly #anchor: string;
  readonly #before: Elements;
  readonly #after: Elements;

  /** @param pattern a pattern without `*` */
  constructor(pattern: Pattern) {
    this.#elements = pattern as Elements;
    const texts = this.#elements.filter((element) => typeof element === "string");
    this.#anchor = texts.toSorted((a, b) => b.length - a.length)[0] ?? "";
    const at = this.#elements.indexOf(this.#anchor);
    this.#before = at === -1 ? [] : this.#elements.slice(0, at);
    this.#after = at === -1 ? this.#elements : this.#elements.slice(at + 1);
  }

  /** Returns the end of a match that begins at `at`, or -1. */
  endOf(text: string, at: number): number {
    return forward(this.#elements, text, at);
  }

  /** Returns the start of a match that ends at `end`, or -1. */
  startOf(text: string, end: number): number {
    return backward(this.#elements, text, end);
  }

  /** Returns the end of the first match that begins at or after `from`, or -1. */
  findEnd(text: string, from: number): number {
    if (this.#anchor === "") return this.#findBare(text, from);
    let at = text.indexOf(this.#anchor, from);
    while (at !== -1) {
      if (backward(this.#before, text, at) >= from) {
        const end = forward(this.#after, text, at + this.#anchor.length);
        if (end !== -1) return end;
      }
      at = text.indexOf(this.#anchor, at + 1);
    }
    return -1;
  }

  #findBare(text: string, from: number): number {
    for (let at = from; at <= text.length; at += 1) {
      const end = forward(this.#elements, text, at);
      if (end !== -1) return end;
    }
    return -1;
  }
}

function forward(elements: Elements, text: string, from: number): number {
  let at = from;
  for (const element of elements) {
    if (typeof element === "string") {
      if (!text.startsWith(element, at)) return -1;
      at += element.length;
    } else {
      if (at >= text.length) return -1;
      if (element === DASH && !DASHES.includes(text[at] ?? " ")) return -1;
      // A character beyond the basic plane counts as one, but takes two code units.
      at += element === ONE && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
  }
  return at;
}

function backward(elements: Elements, text: string, end: number): number {
  let at = end;
  for (let i = elements.length - 1; i >= 0; i -= 1) {
    const element = elements[i] ?? "";
    if (typeof element === "string") {
      at -= element.length;
      if (at < 0 || !text.startsWith(element, at)) return -1;
    } else {
      if (at <= 0) return -1;
      if (element === DASH && !DASHES.includes(text[at - 1] ?? " ")) return -1;
      const isPair = element === ONE && at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
      at -= isPair ? 2 : 1;
    }
  }
  return at;
}
