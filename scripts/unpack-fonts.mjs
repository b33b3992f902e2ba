/**
 * Writes the fonts of the PDF exports to assets/fonts, from the WOFF subsets of the @fontsource
 * packages: as plain TrueType, so that the Worker need not unpack them, with a catalogue of the
 * characters that each really has. Runs before every build of the Worker (wrangler.toml), on
 * whatever Node the machine has; does nothing when assets/fonts is up to date.
 */
import { create } from "fontkit";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const packages = join(project, "node_modules", "@fontsource");
const target = join(project, "assets", "fonts");

/** Counts up when this program writes something else from the same packages. */
const FORMAT = 1;

const OTHER_SCRIPTS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese"];
/** In order of preference; Latin, Greek and Cyrillic come from Noto Sans alone. */
const FAMILIES = [
  { name: "noto-sans", weights: [400, 700], without: [] },
  { name: "noto-sans-arabic", weights: [400, 700], without: OTHER_SCRIPTS },
  { name: "noto-sans-hebrew", weights: [400, 700], without: OTHER_SCRIPTS },
  { name: "noto-sans-thai", weights: [400, 700], without: OTHER_SCRIPTS },
  // Their bold would double what is deployed.
  { name: "noto-sans-sc", weights: [400], without: OTHER_SCRIPTS },
  { name: "noto-sans-jp", weights: [400], without: OTHER_SCRIPTS },
  { name: "noto-sans-kr", weights: [400], without: OTHER_SCRIPTS },
];

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const versions = FAMILIES.map(
  ({ name }) => `${name}@${readJson(join(packages, name, "package.json")).version}`,
);
const source = [`format ${FORMAT}`, ...versions].join(", ");

/** A WOFF 1.0 file as the TrueType file that is packed in it (W3C WOFF 1.0, sections 4 and 5). */
function unpackWoff(woff) {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts = [head];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const from = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(from, from + woff.readUInt32BE(entry + 8));
    const length = woff.readUInt32BE(entry + 12);
    const record = 12 + 16 * index;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    padded.set(packed.length < length ? inflateSync(packed) : packed);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** Code points of a CSS `unicode-range`. */
function* codePointsOf(unicodeRange) {
  for (const part of unicodeRange.split(",")) {
    const [from, to = from] = part.trim().slice(2).split("-");
    const last = Number.parseInt(to, 16);
    for (let code = Number.parseInt(from, 16); code <= last; code += 1) yield code;
  }
}

/** Sorted code points as [code points skipped, code points present, ...]. */
function toRanges(codePoints) {
  const ranges = [];
  let end = 0;
  for (const code of codePoints.sort((a, b) => a - b)) {
    if (ranges.length > 0 && code === end) ranges[ranges.length - 1] += 1;
    else ranges.push(code - end, 1);
    end = code + 1;
  }
  return ranges;
}

/** Writes one subset in all its weights; answers the code points that all of them have. */
function writeSubset(family, key, taken) {
  const subset = key.replace(/[[\]]/g, "");
  const { unicode } = family;
  let present = [...codePointsOf(unicode[key])].filter((code) => !taken.has(code));
  for (const weight of family.weights) {
    const name = `${family.name}-${subset}-${weight}`;
    const woff = readFileSync(join(packages, family.name, "files", `${name}-normal.woff`));
    const font = unpackWoff(woff);
    const { characterSet } = create(font);
    const has = new Set(characterSet);
    present = present.filter((code) => has.has(code));
    writeFileSync(join(target, `${name}.ttf`), font);
  }
  for (const code of present) taken.add(code);
  return { name: subset, ranges: toRanges(present) };
}

function writeFamily({ name, weights, without }) {
  const unicode = readJson(join(packages, name, "unicode.json"));
  const taken = new Set();
  const subsets = Object.keys(unicode)
    .filter((key) => !without.some((other) => key === other || key === `${other}-ext`))
    .map((key) => writeSubset({ name, weights, unicode }, key, taken));
  return { name, weights, subsets: subsets.filter(({ ranges }) => ranges.length > 0) };
}

const cataloguePath = join(target, "catalogue.json");
if (!existsSync(cataloguePath) || readJson(cataloguePath).source !== source) {
  console.error("Unpacking fonts ...");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const families = FAMILIES.map(writeFamily);
  // Last, so that what was broken off is done again.
  writeFileSync(cataloguePath, `${JSON.stringify({ source, families })}\n`);
}
