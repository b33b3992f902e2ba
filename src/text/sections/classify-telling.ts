import type { Block, Outline } from "../document/document.ts";
import { announcesDigest } from "../headings/digest-heading.ts";
import { findTechniqueIds } from "../tokens/technique-ids.ts";
import { classifySections } from "./classify-sections.ts";
import { formOf, type HeadingForm, relationOf } from "./heading-form.ts";

/**
 * How a part of a report describes activity:
 * - `narrative`: in the order of the report
 * - `digest`: repeated in short, in a summary, a conclusion or an appendix
 * - `list`: as an entry of a list of techniques, ordered by the matrix
 * - `aside`: in a section for something else, such as advice, indicators or sources
 */
export type Telling = "narrative" | "digest" | "list" | "aside";

/** Maximum share of a digest. A longer section is the report itself, whatever its heading. */
const MAX_SHARE = 1 / 3;
const MAX_HEADING = 200;
/** Latest offset of the id in a list entry, after a number or a bullet. */
const LATEST_ID = 4;
/** Maximum characters per id in a one-line list: several ids with room for a name each, and no sentence end. */
const MAX_CHARS_OF_ID = 60;
const SENTENCE_END = /[.!?。！？]["”’)\]]*$/u;

/** Classifies how each block of a report describes activity. */
export function classifyTelling(outline: Outline): readonly Telling[] {
  const sections = classifySections(outline);
  const digests = findDigests(outline);
  return outline.blocks.map((block, at): Telling => {
    const opened = block.kind === "heading" ? sections[at + 1] : undefined;
    const { kind } = (opened?.heading === at ? opened : sections[at]) ?? { kind: "body" };
    if (kind !== "body" || block.kind === "furniture") return "aside";
    if (isEntry(outline, at)) return "list";
    return digests.has(at) ? "digest" : "narrative";
  });
}

/**
 * Returns whether the subject of a block is techniques named by id: a table row, a line that begins with an id or
 * lists several, or text below a separate id, like the cells of a table that lost its rows.
 */
function isEntry({ text, blocks }: Outline, at: number): boolean {
  const block = blocks[at];
  if (block === undefined) return false;
  const ids = idsOf(text, block);
  const isDense =
    ids.length > 1 &&
    block.end - block.start <= ids.length * MAX_CHARS_OF_ID &&
    !SENTENCE_END.test(text.slice(block.start, block.end));
  if (isDense || block.kind === "heading") return isDense;
  const [first] = ids;
  if (first !== undefined && (block.kind === "row" || first.start <= LATEST_ID)) return true;
  const above = blocks[at - 1];
  return above !== undefined && isIdAlone(text, above);
}

function isIdAlone(text: string, block: Block): boolean {
  const [first] = idsOf(text, block);
  return first !== undefined && block.end - block.start <= first.end + LATEST_ID;
}

function idsOf(text: string, { start, end }: Block) {
  return findTechniqueIds(text.slice(start, end));
}

/** Returns the blocks of short sections whose headings announce a digest. */
function findDigests({ text, blocks }: Outline): ReadonlySet<number> {
  const found = new Set<number>();
  let opening: { form: HeadingForm; members: number[]; chars: number } | null = null;
  const close = () => {
    if (opening !== null && opening.chars <= text.length * MAX_SHARE) {
      for (const member of opening.members) found.add(member);
    }
    opening = null;
  };
  for (const [at, block] of blocks.entries()) {
    if (block.kind === "heading") {
      const line = text.slice(block.start, Math.min(block.end, block.start + MAX_HEADING));
      const form = formOf(block, line);
      if (opening === null || !goesOn(form, opening.form)) {
        close();
        if (announcesDigest(line)) opening = { form, members: [], chars: 0 };
      }
    }
    opening?.members.push(at);
    if (opening !== null) opening.chars += block.end - block.start;
  }
  close();
  return found;
}

function goesOn(form: HeadingForm, opening: HeadingForm): boolean {
  return form.isCaption || relationOf(form, opening) === "below";
}
