/**
 * Makes a plain font of one weight out of a variable one: fontkit works the outlines out, and they
 * are written anew as simple glyphs (OpenType 1.9, "glyf"), without hints.
 */
import { create } from "fontkit";
import { readTables, writeFile } from "./sfnt.mjs";

/** Tables that hold for every weight. Positioning is left out: its values are those of the thinnest. */
const KEPT = ["GDEF", "GSUB", "OS/2", "cmap", "name", "post"];
const ON_CURVE = 1;

/** Points of an outline, by contour; each ends where it began, which is not said twice. */
function toContours(commands) {
  const contours = [];
  for (const { command, args } of commands) {
    const points = args.map(Math.round);
    if (command === "moveTo") contours.push([[points[0], points[1], ON_CURVE]]);
    else if (command === "lineTo") contours.at(-1).push([points[0], points[1], ON_CURVE]);
    else if (command === "quadraticCurveTo") {
      contours.at(-1).push([points[0], points[1], 0], [points[2], points[3], ON_CURVE]);
    } else if (command !== "closePath") throw new Error(`TrueType has no ${command}`);
  }
  return contours
    .map((contour) => {
      const [first, last] = [contour[0], contour.at(-1)];
      const isClosed = contour.length > 1 && first[0] === last[0] && first[1] === last[1];
      return isClosed && last[2] === ON_CURVE ? contour.slice(0, -1) : contour;
    })
    .filter((contour) => contour.length > 1);
}

function encodeGlyph(commands) {
  const contours = toContours(commands);
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const head = Buffer.alloc(10 + 2 * contours.length + 2);
  head.writeInt16BE(contours.length, 0);
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, index) =>
    head.writeInt16BE(value, 2 + 2 * index),
  );
  let end = -1;
  contours.forEach((contour, index) => head.writeUInt16BE((end += contour.length), 10 + 2 * index));
  const flags = Buffer.alloc(points.length);
  const [across, up] = [xs, ys].map((values, axis) => encodeSteps(values, flags, axis));
  points.forEach(([, , onCurve], index) => (flags[index] |= onCurve));
  const glyph = Buffer.concat([head, flags, across, up]);
  return glyph.length % 2 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(1)]);
}

/** Coordinates as steps from point to point, in one byte where that is enough; sets their flags. */
function encodeSteps(values, flags, axis) {
  const isShort = 2 << axis;
  const isSameOrPositive = 16 << axis;
  const bytes = [];
  values.forEach((value, index) => {
    const step = value - (values[index - 1] ?? 0);
    if (step === 0) flags[index] |= isSameOrPositive;
    else if (Math.abs(step) < 256) {
      flags[index] |= isShort | (step > 0 ? isSameOrPositive : 0);
      bytes.push(Math.abs(step));
    } else bytes.push((step >> 8) & 255, step & 255);
  });
  return Buffer.from(bytes);
}

/** The font file of one weight (`wght`) of a variable TrueType font. */
export function makeInstance(variable, weight) {
  const tables = readTables(variable);
  const font = create(variable).getVariation({ wght: weight });
  const glyphs = [];
  const metrics = Buffer.alloc(4 * font.numGlyphs);
  const places = Buffer.alloc(4 * (font.numGlyphs + 1));
  let offset = 0;
  for (let id = 0; id < font.numGlyphs; id += 1) {
    const glyph = font.getGlyph(id);
    const bytes = encodeGlyph(glyph.path.commands);
    metrics.writeUInt16BE(Math.round(glyph.advanceWidth), 4 * id);
    metrics.writeInt16BE(bytes.length > 0 ? bytes.readInt16BE(2) : 0, 4 * id + 2);
    glyphs.push(bytes);
    offset += bytes.length;
    places.writeUInt32BE(offset, 4 * id + 4);
  }
  const head = Buffer.from(tables.get("head"));
  head.writeInt16BE(1, 50); // Places are given in four bytes.
  const hhea = Buffer.from(tables.get("hhea"));
  hhea.writeUInt16BE(font.numGlyphs, 34);
  const kept = KEPT.filter((tag) => tables.has(tag)).map((tag) => [tag, tables.get(tag)]);
  const made = [
    ["glyf", Buffer.concat(glyphs)],
    ["head", head],
    ["hhea", hhea],
    ["hmtx", metrics],
    ["loca", places],
    ["maxp", tables.get("maxp")],
  ];
  return writeFile(new Map([...kept, ...made].sort(([a], [b]) => (a < b ? -1 : 1))));
}
