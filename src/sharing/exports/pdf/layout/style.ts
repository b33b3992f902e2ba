import type { Weight } from "../fonts/catalogue.ts";

/** Red, green and blue, each 0 to 1. */
export type Colour = readonly [number, number, number];

export interface TextStyle {
  /** In points. */
  size: number;
  weight: Weight;
  colour: Colour;
  /** A web address that the text links to. */
  url?: string;
}

export interface Span {
  text: string;
  style: TextStyle;
}

function colour(hex: number): Colour {
  return [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
}

export const COLOURS = {
  ink: colour(0x1c2733),
  muted: colour(0x5b6876),
  accent: colour(0x1d4e79),
  accentSoft: colour(0x9dbbd3),
  rule: colour(0xd3dae1),
  wash: colour(0xf1f4f7),
  track: colour(0xe4e9ee),
  warning: colour(0x8a4b08),
  paper: colour(0xffffff),
  black: colour(0x000000),
  // Colors of TLP 2.0 (FIRST), on black.
  tlpRed: colour(0xff2b2b),
  tlpAmber: colour(0xffc000),
  tlpGreen: colour(0x33ff00),
  tlpClear: colour(0xffffff),
} as const;

const style = (size: number, weight: Weight, tint: Colour): TextStyle => ({
  size,
  weight,
  colour: tint,
});

/** All text styles of the documents. */
export const STYLES = {
  title: style(25, 700, COLOURS.ink),
  kicker: style(9, 700, COLOURS.accent),
  subtitle: style(11.5, 400, COLOURS.muted),
  figure: style(22, 700, COLOURS.accent),
  heading: style(15, 700, COLOURS.ink),
  subheading: style(10, 700, COLOURS.ink),
  body: style(9.5, 400, COLOURS.ink),
  strong: style(9.5, 700, COLOURS.ink),
  noteStrong: style(8.5, 700, COLOURS.ink),
  note: style(8.5, 400, COLOURS.muted),
  cell: style(8.5, 400, COLOURS.ink),
  cellMuted: style(8.5, 400, COLOURS.muted),
  cellStrong: style(8.5, 700, COLOURS.ink),
  cellNote: style(7.25, 400, COLOURS.muted),
  columnHead: style(7.25, 700, COLOURS.muted),
  band: style(8.5, 700, COLOURS.accent),
  id: style(8.5, 700, COLOURS.accent),
  footer: style(7.25, 400, COLOURS.muted),
  chip: style(7.25, 400, COLOURS.ink),
  chipStrong: style(7.25, 700, COLOURS.ink),
  warning: style(7.25, 400, COLOURS.warning),
  // TLP 2.0 requires 12 points or more.
  marking: style(12, 700, COLOURS.tlpClear),
} as const;

/** Returns a style in another color. */
export function tinted(base: TextStyle, tint: Colour): TextStyle {
  return { ...base, colour: tint };
}

/** Returns a style whose text links to a web address. */
export function linked(base: TextStyle, url: string): TextStyle {
  return { ...base, url };
}
