import type { FontSet } from "../fonts/font-set.ts";
import { toVisualOrder } from "../text/directions.ts";
import { type Atom, cutText, type Word } from "./atoms.ts";
import type { Line } from "./line.ts";
import type { Run } from "./run.ts";
import { Shaper } from "./shaper.ts";
import type { Span, TextStyle } from "./style.ts";

export interface SetOptions {
  /** Line height in font sizes. */
  leading?: number;
  /** `start` is where the text begins: on the right for right-to-left text. */
  align?: "start" | "end" | "centre";
}

/** Fits every supported script: the tallest, Thai and Arabic, need 1.4 with their marks. */
const LEADING = 1.45;

interface Measured {
  atom: Atom;
  width: number;
}

/** Sets text in lines with the fonts of one document. */
export class Typesetter {
  readonly #fonts: FontSet;
  readonly #shaper = new Shaper();

  constructor(fonts: FontSet) {
    this.#fonts = fonts;
  }

  /** Sets all of the text in lines no wider than `width` points. Words too long for a line are split. */
  set(spans: readonly Span[], width: number, options: SetOptions = {}): Line[] {
    const size = Math.max(...spans.map(({ style }) => style.size));
    const height = size * (options.leading ?? LEADING);
    return cutText(this.#fonts, spans).flatMap(({ words, isRightToLeft }) => {
      const end = options.align ?? "start";
      const align = end === "start" && isRightToLeft ? "end" : end;
      return this.#fill(words, width).map((atoms) => {
        const runs = this.#toRuns(atoms, isRightToLeft);
        const used = runs.reduce((total, run) => total + run.width, 0);
        const room = align === "start" ? 0 : (width - used) / (align === "end" ? 1 : 2);
        return textLine(runs, height, size, room);
      });
    });
  }

  /** Returns the width of a text on one line, in points. */
  measure(text: string, style: TextStyle): number {
    const words = cutText(this.#fonts, [{ text, style }]).flatMap((paragraph) => paragraph.words);
    return words.flat().reduce((total, atom) => total + this.#widthOf(atom), 0);
  }

  /** Distributes words to lines: as many as fit, and at least one line, even if it is empty. */
  #fill(words: readonly Word[], width: number): Atom[][] {
    const lines: Atom[][] = [];
    let line: Atom[] = [];
    let used = 0;
    const end = () => {
      lines.push(line);
      line = [];
      used = 0;
    };
    for (const word of words) {
      const atoms = word.map((atom): Measured => ({ atom, width: this.#widthOf(atom) }));
      const visible = sum(withoutSpacesAtEnd(atoms));
      if (used + visible > width && line.length > 0) end();
      if (visible <= width) {
        line.push(...word);
        used += sum(atoms);
        continue;
      }
      const pieces = this.#cut(word, width);
      for (const piece of pieces) {
        if (line.length > 0) end();
        line.push(...piece);
        used = piece.reduce((total, atom) => total + this.#widthOf(atom), 0);
      }
    }
    if (line.length > 0 || lines.length === 0) end();
    return lines;
  }

  /** Splits a word wider than a line between its clusters, into pieces that fit. */
  #cut(word: Word, width: number): Atom[][] {
    const pieces: Atom[][] = [[]];
    let used = 0;
    for (const atom of word) {
      let rest = atom.parts;
      while (rest.length > 0) {
        const count = this.#countFitting({ ...atom, parts: rest }, width - used);
        const isAlone = pieces.at(-1)?.length === 0;
        // A single cluster wider than a line is set anyway.
        const taken = count === 0 && isAlone ? 1 : count;
        if (taken > 0) {
          const piece = { ...atom, parts: rest.slice(0, taken) };
          pieces.at(-1)?.push(piece);
          used += this.#widthOf(piece);
          rest = rest.slice(taken);
        }
        if (rest.length > 0) {
          pieces.push([]);
          used = 0;
        }
      }
    }
    return pieces;
  }

  /** Returns how many clusters from the start fit; joining letters may be wider alone than together. */
  #countFitting(atom: Atom, width: number): number {
    if (atom.isSpace) return atom.parts.length;
    let count = 0;
    for (let used = 0; count < atom.parts.length; count += 1) {
      used += this.#widthOf({ ...atom, parts: atom.parts.slice(count, count + 1) });
      if (used > width) break;
    }
    while (count > 0 && this.#widthOf({ ...atom, parts: atom.parts.slice(0, count) }) > width) {
      count -= 1;
    }
    return count;
  }

  #widthOf({ face, parts, style, level }: Atom): number {
    const { width } = this.#shaper.shape(face, parts.join(""), (level & 1) === 1);
    return (width * style.size) / 1000;
  }

  /** Returns the runs of a line from left to right, without trailing spaces. */
  #toRuns(atoms: readonly Atom[], isRightToLeft: boolean): Run[] {
    const count = atoms.findLastIndex((atom) => !atom.isSpace) + 1;
    const shown = atoms.slice(0, count);
    const isPlain = !isRightToLeft && shown.every(({ level }) => level === 0);
    const runs: Run[] = [];
    for (const { face, style, parts, level } of isPlain ? shown : toVisualOrder(shown)) {
      const shaped = this.#shaper.shape(face, parts.join(""), (level & 1) === 1);
      const width = (shaped.width * style.size) / 1000;
      const last = runs.at(-1);
      if (last?.face === face && last.style === style) {
        last.glyphs.push(...shaped.glyphs);
        last.width += width;
      } else runs.push({ face, style, glyphs: [...shaped.glyphs], width });
    }
    return runs;
  }
}

function withoutSpacesAtEnd(atoms: readonly Measured[]): Measured[] {
  return atoms.slice(0, atoms.findLastIndex(({ atom }) => !atom.isSpace) + 1);
}

function sum(atoms: readonly Measured[]): number {
  return atoms.reduce((total, { width }) => total + width, 0);
}

function textLine(runs: readonly Run[], height: number, size: number, room: number): Line {
  return {
    height,
    draw: (canvas, left, top) => {
      // Noto's letters extend from about 0.75 above to 0.25 below the baseline.
      const baseline = top + height / 2 + size * 0.32;
      let x = left + room;
      if (runs.length > 0) canvas.drawText(x, baseline, runs);
      for (const { style, width } of runs) {
        if (style.url !== undefined) canvas.linkTo(style.url, [x, top, width, height]);
        x += width;
      }
    },
  };
}
