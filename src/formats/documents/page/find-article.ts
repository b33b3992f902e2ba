import { isFurnitureHeading } from "./furniture-hints.ts";
import type { PageOutline, Region } from "./page-outline.ts";

/** The lines of an article: its first and last line, and the excluded lines between them. */
export interface ArticleLines {
  from: number;
  to: number;
  isLeftOut: Uint8Array;
}

/** Teasers are shorter. */
const TEASER_CHARS = 700;
const TECHNIQUE_ID = /\bT\d{4}\b/;
/** An article has at least this many characters outside links. */
const ARTICLE_CHARS = 60;
/** A part of a page with at least this share of its text is not furniture, whatever its name. */
const MOST = 0.6;
/** The innermost region with this share of the remaining text is the article. */
const NEARLY_ALL = 0.9;

/**
 * Finds the article of a page, or returns null if nothing remains. Removes furniture: by names, roles, link
 * lists, teasers and headings such as "Related articles". Then picks the `article` or `main` with most of the
 * text, or the innermost element with nearly all of it. Takes linear time.
 */
export function findArticle({ lines, regions }: PageOutline): ArticleLines | null {
  sumUp(regions);
  const isLeftOut = new Uint8Array(lines.length);
  const total = textOf(regions[0]);
  const inArticle = insideArticles(regions);
  const teasers = findTeasers(regions, lines);
  for (const [at, region] of regions.entries()) {
    const isOut =
      isFurniture(region, total, inArticle[at] === 1) ||
      teasers.has(region) ||
      ((inArticle[at] === 0 || region.name === "aside") && isLinkList(region, lines));
    if (isOut) isLeftOut.fill(1, region.from, region.to);
  }
  leaveOutHeaded(regions, lines, isLeftOut);
  const left = leftOf(lines, isLeftOut);
  const all = left[lines.length] ?? 0;
  if (all < ARTICLE_CHARS) return null;
  const chosen = chooseRegion(regions, (region) => {
    return ((left[region.to] ?? 0) - (left[region.from] ?? 0)) / all;
  });
  return { from: chosen.from, to: chosen.to, isLeftOut };
}

/** Returns the number of characters outside links. */
function textOf(region: Region | undefined): number {
  return region === undefined ? 0 : region.chars - region.linkChars;
}

/** Adds the counts of each region to its parent. Regions follow their parents in the list. */
function sumUp(regions: readonly Region[]): void {
  for (let at = regions.length - 1; at > 0; at -= 1) {
    const region = regions[at];
    const parent = region === undefined ? undefined : regions[region.parent];
    if (region === undefined || parent === undefined) continue;
    parent.chars += region.chars;
    parent.linkChars += region.linkChars;
    parent.links += region.links;
    if (region.hasMain) parent.hasMain = true;
  }
}

function insideArticles(regions: readonly Region[]): Uint8Array {
  const inside = new Uint8Array(regions.length);
  for (const [at, { name, parent }] of regions.entries()) {
    const isOne = name === "article" || name === "main";
    if (isOne || inside[parent] === 1) inside[at] = 1;
  }
  return inside;
}

function isFurniture(region: Region, total: number, isInArticle: boolean): boolean {
  if (region.furniture === "no" || (region.furniture === "perhaps" && isInArticle)) return false;
  if (region.furniture === "surely") return true;
  return !region.hasMain && textOf(region) <= MOST * total;
}

/**
 * Returns whether a region is a menu or a list of other articles. Lists of techniques are links too, but are
 * not excluded.
 */
function isLinkList(region: Region, lines: PageOutline["lines"]): boolean {
  const { name, chars, linkChars, links, from, to } = region;
  if (
    links < 3 ||
    linkChars < 0.75 * chars ||
    !/^(?:aside|div|section|ul|ol|p|td|tr)$/.test(name)
  ) {
    return false;
  }
  // Longer lists repeat the same pattern.
  const looked = lines.slice(from, Math.min(to, from + 50));
  return !looked.some(({ text }) => TECHNIQUE_ID.test(text));
}

/** Returns the regions with one heading, which links elsewhere, if there are several of them. */
function findTeasers(regions: readonly Region[], lines: PageOutline["lines"]): Set<Region> {
  const headings = countBefore(lines, ({ level }) => level > 1);
  const linked = countBefore(lines, ({ level, isLink }) => level > 1 && isLink);
  const within = (counts: Uint32Array, { from, to }: Region) =>
    (counts[to] ?? 0) - (counts[from] ?? 0);
  const found: Region[] = [];
  for (const region of regions) {
    const isCard = /^(?:div|li|article|section)$/.test(region.name) && !region.hasMain;
    if (!isCard || region.chars > TEASER_CHARS) continue;
    if (within(headings, region) !== 1 || within(linked, region) !== 1) continue;
    // The outermost region with the same heading comes first.
    if (region.from >= (found.at(-1)?.to ?? 0)) found.push(region);
  }
  return new Set(found.length > 1 ? found : []);
}

/** Returns for each line index how many lines before it match. */
function countBefore(
  lines: PageOutline["lines"],
  isCounted: (line: PageOutline["lines"][number]) => boolean,
): Uint32Array {
  const counts = new Uint32Array(lines.length + 1);
  for (const [at, line] of lines.entries()) {
    counts[at + 1] = (counts[at] ?? 0) + (isCounted(line) ? 1 : 0);
  }
  return counts;
}

/**
 * Excludes lines from a heading such as "Related articles" to the next heading of its rank, or the end of its
 * region.
 */
function leaveOutHeaded(
  regions: readonly Region[],
  lines: PageOutline["lines"],
  isLeftOut: Uint8Array,
): void {
  let level = 0;
  let end = 0;
  for (const [at, line] of lines.entries()) {
    const isOver = at >= end || (line.level > 0 && line.level <= level);
    if (isOver) level = 0;
    if (line.level > 1 && isFurnitureHeading(line.text)) {
      const heading = regions[line.region];
      level = line.level;
      end = regions[heading?.parent ?? 0]?.to ?? lines.length;
    }
    if (level > 0) isLeftOut[at] = 1;
  }
}

/** Returns for each line index how much text before it is not excluded. */
function leftOf(lines: PageOutline["lines"], isLeftOut: Uint8Array): Float64Array {
  const left = new Float64Array(lines.length + 1);
  for (const [at, { text, isLink }] of lines.entries()) {
    const counts = isLeftOut[at] === 0 && !isLink;
    left[at + 1] = (left[at] ?? 0) + (counts ? text.length : 0);
  }
  return left;
}

function chooseRegion(regions: readonly Region[], share: (region: Region) => number): Region {
  let chosen = regions[0] as Region;
  for (const name of ["article", "main"]) {
    let best: Region | null = null;
    for (const region of regions) {
      const isBetter = region.name === name && share(region) > MOST;
      if (isBetter && (best === null || share(region) > share(best))) best = region;
    }
    if (best !== null) return best;
  }
  for (const region of regions) {
    const isInside = region.from >= chosen.from && region.to <= chosen.to;
    const isContainer = /^(?:body|div|section|td|form|center)$/.test(region.name);
    if (isInside && isContainer && share(region) >= NEARLY_ALL) chosen = region;
  }
  return chosen;
}
