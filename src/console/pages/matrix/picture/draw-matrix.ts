import type { Column, Row, Technique } from "../grid/build-columns.ts";
import { isOpen } from "../grid/is-open.ts";
import { subScores } from "../grid/sub-scores.ts";
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
/** What shows how many folded sub-techniques have a score. */
const FOLD = 32;
/** The width of a cell that a character of 10 pixels takes, with what is left for the score. */
const CHAR = 6.5;

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
  const parts = [
    text(left, HEAD - 18, tactic.name, palette.text, 'font-weight="600"'),
    text(left, HEAD - 6, String(countOf(rows)), palette.quiet),
    `<rect x="${left}" y="${HEAD - 2}" width="${WIDTH}" height="2" fill="${palette.accent}"/>`,
  ];
  let top = HEAD + 3;
  for (const row of rows) {
    const areShown = isOpen(row, picture.areOpen, exceptions);
    const folded = areShown ? null : subScores(row.subs, picture.scores);
    const fold = folded === null || folded.scored === 0 ? null : folded;
    const right = left + WIDTH - (fold === null ? 0 : FOLD);
    for (const technique of [row.technique, ...(areShown ? row.subs : [])]) {
      const indent = technique === row.technique ? 0 : INDENT;
      const place = { left: left + indent, right, top };
      const cell = drawCell(technique, place, picture.scores, palette);
      parts.push(...cell.parts);
      if (fold !== null) parts.push(...drawFold(fold, right + 2, top, cell.height, palette));
      top += cell.height + 2;
    }
  }
  return { parts, bottom: top };
}

/** How many sub-techniques have a score, where they are folded away. */
function drawFold(
  { count, heat }: ReturnType<typeof subScores>,
  left: number,
  top: number,
  height: number,
  palette: Palette,
): string[] {
  const { back, front } = palette.heats[heat];
  return [
    box(left, top, FOLD - 2, height, back, palette.line),
    text(left + 4, top + 13, count, front, 'font-size="9"'),
  ];
}

interface Place {
  left: number;
  right: number;
  top: number;
}

function drawCell(
  { attack_id, name }: Technique,
  { left, right, top }: Place,
  scores: Scores,
  palette: Palette,
): { parts: string[]; height: number } {
  const score = scores.get(attack_id);
  const { back, front } = palette.heats[score?.heat ?? 0];
  const lines = wrapWords(name, Math.floor((right - left) / CHAR));
  const height = lines.length * LINE + 6;
  const parts = [
    box(left, top, right - left, height, back, palette.line),
    ...lines.map((line, index) => text(left + 5, top + 13 + index * LINE, line, front)),
  ];
  if (score !== undefined && score.text !== "") {
    const atEnd = 'text-anchor="end" font-weight="600"';
    parts.push(text(right - 5, top + 13, score.text, front, atEnd));
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
