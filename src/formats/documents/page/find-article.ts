import { isFurnitureHeading } from "./furniture-hints.ts";
import type { PageOutline, Region } from "./page-outline.ts";

/** The lines of an article: where they begin and end, and which of those between are none of it. */
export interface ArticleLines {
  from: number;
  to: number;
  isLeftOut: Uint8Array;
}

/** Teasers are shorter. */
const TEASER_CHARS = 700;
const TECHNIQUE_ID = /\bT\d{4}\b/;
/** An article has at least so many characters besides its links. */
const ARTICLE_CHARS = 60;
/** A part of a page that holds so much of its text is not furniture, whatever it is called. */
const MOST = 0.6;
/** The innermost region with so much of what is left is the article. */
const NEARLY_ALL = 0.9;

/**
 * The article of a page: what is left without furniture (by names, roles, lists of links, teasers and
 * headings such as "Related articles"), in the `article` or `main` that holds most of it, else in the
 * innermost element that holds nearly all of it. Null where nothing is left. Linear in the page.
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

/** Text besides links. */
function textOf(region: Region | undefined): number {
  return region === undefined ? 0 : region.chars - region.linkChars;
}

/** Regions stand behind those that they are in. */
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

/** Menus and lists of other articles; techniques are listed as links, too, and stay. */
function isLinkList(region: Region, lines: PageOutline["lines"]): boolean {
  const { name, chars, linkChars, links, from, to } = region;
  if (
    links < 3 ||
    linkChars < 0.75 * chars ||
    !/^(?:aside|div|section|ul|ol|p|td|tr)$/.test(name)
  ) {
    return false;
  }
  // Longer ones are made of such.
  const looked = lines.slice(from, Math.min(to, from + 50));
  return !looked.some(({ text }) => TECHNIQUE_ID.test(text));
}

/** Regions with one heading, which leads elsewhere; only where there are several. */
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
    // The outermost of those that hold the same heading comes first.
    if (region.from >= (found.at(-1)?.to ?? 0)) found.push(region);
  }
  return new Set(found.length > 1 ? found : []);
}

/** For each place, how many lines before it are of a kind. */
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

/** From a heading such as "Related articles" to the next one of its rank, or the end of its region. */
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

/** For each place, how much text stands before it that is not left out. */
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
