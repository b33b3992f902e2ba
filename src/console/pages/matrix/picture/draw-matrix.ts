import type { Column, Row, Technique } from "../grid/build-columns.ts";
import { isOpen } from "../grid/is-open.ts";
import type { LegendEntry, Scores } from "../overlays/combine-scores.ts";
import type { Palette } from "./read-palette.ts";
import { escapeXml, wrapWords } from "./text.ts";

/** What a picture of the matrix shows. */
export interface Picture {
  title: string;
  /** The overlays by name. */
  subtitle: string;
  legend: readonly LegendEntry[];
  columns: readonly Column[];
  scores: Scores;
  areOpen: boolean;
  except: readonly string[];
}

const WIDTH = 156;
const GAP = 4;
const MARGIN = 16;
const HEAD = 92;
const LINE = 12;
const INDENT = 10;
/** So many characters of 10 pixels fit on a line of a cell, beside the score. */
const CHARS = 24;

interface Drawn {
  svg: string;
  width: number;
  height: number;
}

/** The matrix as it is shown, as a drawing of its own that needs nothing from the page. */
export function drawMatrix(picture: Picture, palette: Palette): Drawn {
  const columns = picture.columns.map((column, index) => {
    const left = MARGIN + index * (WIDTH + GAP);
    return drawColumn(column, left, picture, palette);
  });
  const width = Math.max(2 * MARGIN + columns.length * (WIDTH + GAP) - GAP, 480);
  const height = Math.max(HEAD, ...columns.map(({ bottom }) => bottom)) + MARGIN;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="10">`,
    `<title>${escapeXml(picture.title)}</title>`,
    `<rect width="100%" height="100%" fill="${palette.page}"/>`,
    text(MARGIN, MARGIN + 14, picture.title, palette.text, 'font-size="16" font-weight="600"'),
    text(MARGIN, MARGIN + 30, picture.subtitle, palette.quiet, 'font-size="11"'),
    ...drawLegend(picture.legend, palette),
    ...columns.flatMap(({ parts: drawn }) => drawn),
    "</svg>",
  ];
  return { svg: parts.join("\n"), width, height };
}

function drawLegend(legend: readonly LegendEntry[], palette: Palette): string[] {
  return legend.flatMap((entry, index) => {
    const [x, y] = [MARGIN + index * 84, MARGIN + 38];
    const { back, front } = palette.heats[entry.heat];
    return [box(x, y, 80, 16, back, palette.line), text(x + 6, y + 12, entry.text, front)];
  });
}

function drawColumn(
  { tactic, rows }: Column,
  left: number,
  picture: Picture,
  palette: Palette,
): { parts: string[]; bottom: number } {
  const exceptions = new Set(picture.except);
  const bold = 'font-size="11" font-weight="600"';
  const parts = [
    text(left, HEAD - 6, `${tactic.name} (${countOf(rows)})`, palette.text, bold),
    `<rect x="${left}" y="${HEAD - 2}" width="${WIDTH}" height="2" fill="${palette.accent}"/>`,
  ];
  let top = HEAD + 3;
  for (const row of rows) {
    const subs = isOpen(row, picture.areOpen, exceptions) ? row.subs : [];
    for (const [index, technique] of [row.technique, ...subs].entries()) {
      const place = { left, top, indent: index === 0 ? 0 : INDENT };
      const cell = drawCell(technique, place, picture.scores, palette);
      parts.push(...cell.parts);
      top += cell.height + 2;
    }
  }
  return { parts, bottom: top };
}

interface Place {
  left: number;
  top: number;
  indent: number;
}

function drawCell(
  { attack_id, name }: Technique,
  { left, top, indent }: Place,
  scores: Scores,
  palette: Palette,
): { parts: string[]; height: number } {
  const score = scores.get(attack_id);
  const { back, front } = palette.heats[score?.heat ?? 0];
  const lines = wrapWords(name, CHARS - (indent === 0 ? 0 : 2));
  const height = lines.length * LINE + 6;
  const x = left + indent;
  const parts = [
    box(x, top, WIDTH - indent, height, back, palette.line),
    ...lines.map((line, index) => text(x + 5, top + 13 + index * LINE, line, front)),
  ];
  if (score !== undefined && score.text !== "") {
    const atEnd = 'text-anchor="end" font-weight="600"';
    parts.push(text(left + WIDTH - 5, top + 13, score.text, front, atEnd));
  }
  return { parts, height };
}

function countOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { subs, isPassedBy }) => sum + subs.length + (isPassedBy ? 0 : 1), 0);
}

function box(x: number, y: number, width: number, height: number, fill: string, line: string) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="${fill}" stroke="${line}"/>`;
}

function text(x: number, y: number, words: string, fill: string, more = ""): string {
  return `<text x="${x}" y="${y}" fill="${fill}" ${more}>${escapeXml(words)}</text>`;
}
