import { derive } from "../../platform/lib/derive.ts";
import type { Block, Outline } from "../document/document.ts";
import { readHeading } from "../headings/heading-kind.ts";
import type { HeadingKind, SectionKind } from "../headings/section-kind.ts";
import { isContentsEntry, isNumberedEntry } from "./contents-entries.ts";
import { formOf } from "./heading-form.ts";
import type { LookBelow } from "./look-below.ts";
import { countProse } from "./prose.ts";
import { createScope, type Scope } from "./scope.ts";

export type { SectionKind } from "../headings/section-kind.ts";

/** Section of a block. */
export interface Section {
  kind: SectionKind;
  /** Index of the nearest heading block above. Null if there is none. */
  heading: number | null;
}

/** Kinds that may be the subject of a whole report, and so appear in its title. */
const MAY_BE_SUBJECTS: ReadonlySet<HeadingKind | null> = new Set<HeadingKind>([
  "advice",
  "detection",
  "tools",
  "services",
  "victims",
]);
/** Number of characters of a heading that are examined. */
const MAX_HEADING = 400;
const MAX_ROW = 90;
/** Technique id at the beginning of a line, as in a table of techniques. */
const TECHNIQUE_ROW = /^\W*T\d{4}(?:\.\d{3})?(?!\d)/u;
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/u;
/** "About Contoso": the report's author, if late in the report. */
const ABOUT_NAME = /^\P{L}*(?:[Aa]bout|ABOUT) \p{Lu}\S*(?: \p{Lu}\S*){0,3}\W*$/u;
/** A heading that continues in the next line: "Recommended actions for". */
const UNFINISHED = /\b(?:for|and|or|of|to|the|an?|in|on|with|against|from|by)$/iu;

/** Sections by words and levels alone. Cached, since several consumers of a text need them. */
const sectionsOf = derive((outline: Outline) => classify(outline));

/**
 * Returns the section of each block, from the words and levels of the headings above it.
 * @param look analyzes the content below headings; without it, only words and levels decide
 */
export function classifySections(outline: Outline, look?: LookBelow): readonly Section[] {
  return look === undefined ? sectionsOf(outline) : classify(outline, look);
}

function classify(outline: Outline, look?: LookBelow): readonly Section[] {
  const { text, blocks } = outline;
  const scope = createScope(look);
  const announced = lastHeadings(outline);
  let section: Section = { kind: "body", heading: null };
  let hasBegun = false;
  let above = "";
  return blocks.map((block, index) => {
    const line = text.slice(block.start, Math.min(block.end, block.start + MAX_HEADING));
    const isHeading = block.kind === "heading";
    if (endsByItself(outline, index, scope.kind, line, announced)) scope.close();
    const isRest = above !== "" && UNFINISHED.test(above);
    if (isHeading && !isRest && !isEntry(block, index, scope.kind, line, announced)) {
      const isTitle = !hasBegun && (block.source === "inferred" || (block.level ?? 1) === 1);
      const meaning = meaningOf(line, isTitle, block.start * 2 > text.length);
      scope.enter({ index, line, form: formOf(block, line), ...meaning });
    } else if (isTechniqueRow(block, line, scope)) scope.close();
    hasBegun ||= !isHeading && block.kind !== "furniture" && countProse(text, block, 1) > 0;
    if (section.kind !== scope.kind) section = { kind: scope.kind, heading: section.heading };
    const own = section;
    if (isHeading) section = { kind: scope.kind, heading: index };
    if (block.kind !== "furniture") above = isHeading ? line : "";
    return own;
  });
}

function meaningOf(line: string, isTitle: boolean, isLate: boolean) {
  const meaning = readHeading(line);
  const isTechnique = TECHNIQUE.test(line);
  if (isLate && meaning.kind === null && ABOUT_NAME.test(line)) {
    return { ...meaning, kind: "vendor" as const, isTechnique };
  }
  const isHidden = isTitle && !meaning.isWhole && MAY_BE_SUBJECTS.has(meaning.kind);
  return { ...meaning, kind: isHidden ? null : meaning.kind, isTechnique };
}

/**
 * Returns whether a section ends without a heading. Contents end at the first non-entry, menus at two whole sentences
 * in a row.
 */
function endsByItself(
  { text, blocks }: Outline,
  index: number,
  kind: SectionKind,
  line: string,
  announced: ReadonlyMap<string, number>,
): boolean {
  const block = blocks[index];
  if (block === undefined || block.kind === "furniture") return false;
  if (kind === "contents") return !isEntry(block, index, kind, line, announced);
  if (kind !== "related" || block.kind === "heading") return false;
  const count = countProse(text, block, 2);
  const next = blocks[index + 1];
  return count >= 2 || (count === 1 && next !== undefined && countProse(text, next, 1) === 1);
}

/** Returns whether a block is an entry of the contents around it. */
function isEntry(
  block: Block,
  index: number,
  kind: SectionKind,
  line: string,
  announced: ReadonlyMap<string, number>,
): boolean {
  if (kind !== "contents") return false;
  if (isNumberedEntry(line) || isContentsEntry(line)) return true;
  if (block.kind === "item" || block.kind === "row") return line.length <= MAX_ROW;
  return line.length <= MAX_ROW && (announced.get(foldTitle(line)) ?? -1) > index;
}

/** Returns the index of the last heading of each wording. */
function lastHeadings({ text, blocks }: Outline): Map<string, number> {
  const last = new Map<string, number>();
  for (const [index, { kind, start, end }] of blocks.entries()) {
    if (kind === "heading" && end - start <= MAX_ROW)
      last.set(foldTitle(text.slice(start, end)), index);
  }
  return last;
}

function foldTitle(line: string): string {
  return line
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}

/** Returns whether a block is a row of a table of techniques. The adversary's use of the technique follows it. */
function isTechniqueRow({ kind, source }: Block, line: string, scope: Scope): boolean {
  const mayBe = kind !== "heading" && kind !== "furniture" && source === "inferred";
  return mayBe && scope.kind !== "contents" && line.length <= MAX_ROW && TECHNIQUE_ROW.test(line);
}
