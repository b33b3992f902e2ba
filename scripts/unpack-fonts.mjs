/**
 * Writes the fonts of the PDF exports to assets/fonts, from the subsets of the @fontsource packages:
 * as plain TrueType, so that the Worker need not unpack them, with a catalogue of the
 * characters that each really has. Chinese, Japanese and Korean come from the variable fonts, which
 * are a fifteenth of the others' size. A part of every build.
 */
import { create } from "fontkit";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import wawoff2 from "wawoff2";
import { startProgress } from "../src/selfhost/progress.mjs";
import { makeInstance } from "./fonts/instance.mjs";
import { readWoffTables, writeFile } from "./fonts/sfnt.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const packages = join(project, "node_modules");
const target = join(project, "assets", "fonts");

/** Counts up when this program writes something else from the same packages. */
const FORMAT = 2;

const OTHER_SCRIPTS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese"];
/** In order of preference; Latin, Greek and Cyrillic come from Noto Sans alone. */
const FAMILIES = [
  { name: "noto-sans", scope: "@fontsource", weights: [400, 700], without: [] },
  { name: "noto-sans-arabic", scope: "@fontsource", weights: [400, 700], without: OTHER_SCRIPTS },
  { name: "noto-sans-hebrew", scope: "@fontsource", weights: [400, 700], without: OTHER_SCRIPTS },
  { name: "noto-sans-thai", scope: "@fontsource", weights: [400, 700], without: OTHER_SCRIPTS },
  // Their bold would double what is deployed.
  { name: "noto-sans-sc", scope: "@fontsource-variable", weights: [400], without: OTHER_SCRIPTS },
  { name: "noto-sans-jp", scope: "@fontsource-variable", weights: [400], without: OTHER_SCRIPTS },
  { name: "noto-sans-kr", scope: "@fontsource-variable", weights: [400], without: OTHER_SCRIPTS },
];

/** A file of each package, for the list of what is served. */
export const FONT_FILES = FAMILIES.map(
  ({ name, scope }) => `node_modules/${scope}/${name}/package.json`,
);

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const versions = FAMILIES.map(
  ({ name, scope }) => `${name}@${readJson(join(packages, scope, name, "package.json")).version}`,
);
const source = [`format ${FORMAT}`, ...versions].join(", ");

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

/** The font files of one subset, by weight. */
async function readWeights({ name, scope, weights }, subset) {
  const read = (ending) =>
    readFileSync(join(packages, scope, name, "files", `${name}-${subset}-${ending}`));
  if (scope === "@fontsource") {
    return weights.map((weight) => writeFile(readWoffTables(read(`${weight}-normal.woff`))));
  }
  const variable = Buffer.from(await wawoff2.decompress(read("wght-normal.woff2")));
  return weights.map((weight) => makeInstance(variable, weight));
}

/** Writes one subset in all its weights; answers the code points that all of them have. */
async function writeSubset(family, key, unicodeRange, taken) {
  const subset = key.replace(/[[\]]/g, "");
  let present = [...codePointsOf(unicodeRange)].filter((code) => !taken.has(code));
  const fonts = await readWeights(family, subset);
  fonts.forEach((font, index) => {
    const has = new Set(create(font).characterSet);
    present = present.filter((code) => has.has(code));
    writeFileSync(join(target, `${family.name}-${subset}-${family.weights[index]}.ttf`), font);
  });
  for (const code of present) taken.add(code);
  return { name: subset, ranges: toRanges(present) };
}

/** The subsets of a family, by name, with the characters of each. */
function subsetsOf(family) {
  const unicode = readJson(join(packages, family.scope, family.name, "unicode.json"));
  return Object.entries(unicode).filter(
    ([key]) => !family.without.some((other) => key === other || key === `${other}-ext`),
  );
}

async function writeFamily(family, tellWritten) {
  const taken = new Set();
  const subsets = [];
  for (const [key, range] of subsetsOf(family)) {
    subsets.push(await writeSubset(family, key, range, taken));
    tellWritten();
  }
  return {
    name: family.name,
    weights: family.weights,
    subsets: subsets.filter(({ ranges }) => ranges.length > 0),
  };
}

/** Writes the fonts, unless those of the same packages are there. */
export async function unpackFonts() {
  const cataloguePath = join(target, "catalogue.json");
  if (existsSync(cataloguePath) && readJson(cataloguePath).source === source) return;
  const total = FAMILIES.reduce((sum, family) => sum + subsetsOf(family).length, 0);
  const progress = startProgress("Unpacking fonts", { total });
  let written = 0;
  const tellWritten = () => progress.update((written += 1));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const families = [];
  for (const family of FAMILIES) {
    families.push(await writeFamily(family, tellWritten));
  }
  // Last, so that what was broken off is done again.
  writeFileSync(cataloguePath, `${JSON.stringify({ source, families })}\n`);
  progress.end();
}
