import type { Column, Row, Technique } from "../grid/build-columns.ts";
import { isOpen } from "../grid/is-open.ts";
import { subScores } from "../grid/sub-scores.ts";
import type { LegendEntry, Scores } from "../overlays/combine-scores.ts";
import type { Palette } from "./read-palette.ts";
import { escapeXml, wrapWords } from "./text.ts";

/** The content of a matrix picture. */
export interface Picture {
  title: string;
  /** The release, the overlays by name, and how they are combined. */
  subtitle: string;
  /** Such as TLP:AMBER; null for none. */
  marking: string | null;
  /** The meaning of the colors, in words; empty without overlays. */
  legendTitle: string;
  legend: readonly LegendEntry[];
  columns: readonly Column[];
  scores: Scores;
  areOpen: boolean;
  except: readonly string[];
}

const WIDTH = 156;
const GAP = 4;
const MARGIN = 16;
const MIN_WIDTH = 480;
/** Space for the marking next to the title. */
const MARKING = 150;
const LINE = 12;
const INDENT = 10;
/** The indicator of how many folded sub-techniques have a score. */
const FOLD = 32;
/** The highest average width of a character at 10 pixels. */
const CHAR = 5.8;
/** The width of the score at the end of a cell. */
const SCORE = 22;
const TITLE_CHAR = 9.5;
/** From FIRST's TLP 2.0, on black. */
const TLP_COLORS: Readonly<Record<string, string>> = {
  "TLP:RED": "#FF2B2B",
  "TLP:AMBER": "#FFC000",
  "TLP:AMBER+STRICT": "#FFC000",
  "TLP:GREEN": "#33FF00",
  "TLP:CLEAR": "#FFFFFF",
};

interface Part {
  parts: string[];
  bottom: number;
}

interface Drawn {
  svg: string;
  width: number;
  height: number;
}

/** Returns the displayed matrix as a self-contained drawing. */
export function drawMatrix(picture: Picture, palette: Palette): Drawn {
  const width = Math.max(2 * MARGIN + picture.columns.length * (WIDTH + GAP) - GAP, MIN_WIDTH);
  const head = drawHead(picture, width, palette);
  const columns = picture.columns.map((column, index) => {
    const left = MARGIN + index * (WIDTH + GAP);
    return drawColumn(column, { left, top: head.bottom }, picture, palette);
  });
  const end = Math.max(head.bottom, ...columns.map(({ bottom }) => bottom)) + MARGIN;
  const legend = drawLegend(picture, end, palette);
  const height = legend.bottom + MARGIN;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="10">`,
    `<title>${escapeXml(picture.title)}</title>`,
    `<rect width="100%" height="100%" fill="${palette.page}"/>`,
    ...head.parts,
    ...columns.flatMap(({ parts: drawn }) => drawn),
    ...legend.parts,
    "</svg>",
  ];
  return { svg: parts.join("\n"), width, height };
}

/** Draws the title, the subtitle, and the marking at the right, as TLP requires. */
function drawHead({ title, subtitle, marking }: Picture, width: number, palette: Palette): Part {
  const room = width - 2 * MARGIN - (marking === null ? 0 : MARKING);
  const titles = wrapWords(title, Math.floor(room / TITLE_CHAR));
  const subtitles = wrapWords(subtitle, Math.floor((width - 2 * MARGIN) / CHAR));
  let top = MARGIN;
  const parts = titles.map((line) => {
    top += 20;
    return text(MARGIN, top, line, palette.text, 'font-size="16" font-weight="600"');
  });
  for (const line of subtitles) {
    top += 15;
    parts.push(text(MARGIN, top, line, palette.quiet, 'font-size="11"'));
  }
  if (marking !== null) parts.push(...drawMarking(marking, width - MARGIN));
  return { parts, bottom: top + MARGIN };
}

/** Draws the marking in its TLP 2.0 color on black. */
function drawMarking(marking: string, right: number): string[] {
  const width = marking.length * 8 + 12;
  return [
    box(right - width, MARGIN, width, 20, "#000000", "#000000"),
    text(
      right - 6,
      MARGIN + 14,
      marking,
      TLP_COLORS[marking] ?? "#ffffff",
      'font-size="12" font-weight="700" text-anchor="end"',
    ),
  ];
}

/** Draws the meaning of the colors at the bottom. */
function drawLegend({ legend, legendTitle }: Picture, top: number, palette: Palette): Part {
  if (legend.length === 0) return { parts: [], bottom: top };
  const parts = [text(MARGIN, top + 12, legendTitle, palette.text, 'font-weight="600"')];
  for (const [index, entry] of legend.entries()) {
    const [x, y] = [MARGIN + index * 84, top + 20];
    const { back, front } = palette.heats[entry.heat];
    parts.push(box(x, y, 80, 16, back, palette.line), text(x + 6, y + 12, entry.text, front));
  }
  return { parts, bottom: top + 36 };
}

function drawColumn(
  { tactic, rows }: Column,
  { left, top: from }: { left: number; top: number },
  picture: Picture,
  palette: Palette,
): Part {
  const exceptions = new Set(picture.except);
  const parts = [
    text(left, from + 10, tactic.name, palette.text, 'font-weight="600"'),
    text(left, from + 22, String(countOf(rows)), palette.quiet),
    `<rect x="${left}" y="${from + 26}" width="${WIDTH}" height="2" fill="${palette.accent}"/>`,
  ];
  let top = from + 31;
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

/** Draws how many folded sub-techniques have a score. */
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
  const scored = score !== undefined && score.text !== "" ? SCORE : 0;
  const room = right - left - 10 - scored;
  const lines = wrapWords(name, Math.floor(room / CHAR));
  const height = lines.length * LINE + 6;
  const parts = [
    box(left, top, right - left, height, back, palette.line),
    ...lines.map((line, index) =>
      text(left + 5, top + 13 + index * LINE, line, front, squeezed(line, room)),
    ),
  ];
  if (score !== undefined && score.text !== "") {
    const atEnd = 'text-anchor="end" font-weight="600"';
    parts.push(text(right - 5, top + 13, score.text, front, atEnd));
  }
  return { parts, height };
}

/** Compresses a word that is longer than its line instead of breaking it. */
function squeezed(line: string, room: number): string {
  if (line.length * CHAR <= room) return "";
  return `textLength="${room}" lengthAdjust="spacingAndGlyphs"`;
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
