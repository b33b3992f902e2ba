/** The library's description of a text item on a page, in PDF coordinates. */
export interface TextItem {
  str: string;
  dir: string;
  /** a, b, c, d, x, y of the text matrix (ISO 32000-1, 9.4.2). */
  transform: readonly number[];
  width: number;
  hasEOL: boolean;
  fontName: string;
}

/** A rectangle in points from the lower left corner of the displayed page. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** A piece of text at its place on the displayed page, with rotation applied. */
export interface Piece {
  str: string;
  /** Its start on the baseline, in points from the lower left corner. */
  x: number;
  y: number;
  width: number;
  /** The font size. */
  size: number;
  /** The writing direction as a unit vector. */
  cos: number;
  sin: number;
  isLtr: boolean;
  /** Whether another line follows. */
  endsLine: boolean;
  font: string;
}

/** The size of a page, and the library's transformation to the displayed page. */
export interface Viewport {
  width: number;
  height: number;
  transform: readonly number[];
}

/** How far a letter rises above and hangs below its baseline, relative to its size. */
const ASCENT = 0.8;
const DESCENT = 0.2;
/** Text that rises by less than this per unit is horizontal. */
const LEVEL = 0.01;

/** Returns the piece for a text item. */
export function toPiece(item: TextItem, { transform: view, height }: Viewport): Piece {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = height] = view;
  const across = va * a + vc * b;
  const up = -(vb * a + vd * b);
  const step = Math.hypot(across, up) || 1;
  return {
    str: item.str,
    x: va * e + vc * f + ve,
    y: height - (vb * e + vd * f + vf),
    width: item.width * Math.hypot(va, vb),
    size: Math.abs(vb * c + vd * d) * (Math.abs(up) < LEVEL * step ? 1 : 0) || sizeOf(c, d, view),
    cos: across / step,
    sin: up / step,
    isLtr: item.dir === "ltr",
    endsLine: item.hasEOL,
    font: item.fontName,
  };
}

function sizeOf(c: number, d: number, [va = 1, vb = 0]: readonly number[]): number {
  return Math.hypot(c, d) * Math.hypot(va, vb) || 1;
}

/** Returns whether it is horizontal, left to right or right to left. */
export const isUpright = ({ cos, sin }: Piece) => cos > 0 && Math.abs(sin) < LEVEL;

/** Returns whether it runs from left to right. Only such text can be a table cell. */
export const isPlain = (piece: Piece) => piece.isLtr && isUpright(piece);

/** Returns the bounding box of a piece, without surrounding spaces. */
export function boxOf(piece: Piece): Box {
  const { str, x, y, width, size, cos, sin } = piece;
  const perChar = width / (str.length || 1);
  const from = (str.length - str.trimStart().length) * perChar;
  const to = str.trimEnd().length * perChar;
  if (isUpright(piece)) {
    return { left: x + from, right: x + to, bottom: y - DESCENT * size, top: y + ASCENT * size };
  }
  const xs: number[] = [];
  const ys: number[] = [];
  for (const along of [from, to]) {
    for (const rise of [-DESCENT * size, ASCENT * size]) {
      xs.push(x + along * cos - rise * sin);
      ys.push(y + along * sin + rise * cos);
    }
  }
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
}
