import type { Block, Outline } from "../document/document.ts";
import { announcesDigest } from "../headings/digest-heading.ts";
import { findTechniqueIds } from "../tokens/technique-ids.ts";
import { classifySections } from "./classify-sections.ts";
import { formOf, type HeadingForm, relationOf } from "./heading-form.ts";

/**
 * How a part of a report tells of what was done:
 * - `narrative`: in the order in which it tells it
 * - `digest`: again and in short, in a summary, a conclusion or an appendix
 * - `list`: as an entry of a list of techniques, which the matrix orders
 * - `aside`: in a section for something else, such as advice, indicators or sources
 */
export type Telling = "narrative" | "digest" | "list" | "aside";

/** A section that is most of the report is the report, whatever its heading. */
const MAX_SHARE = 1 / 3;
const MAX_HEADING = 200;
/** An entry of a list begins with the id, behind a number or a bullet. */
const LATEST_ID = 4;
/** Several ids with no more text for each than a name, and no sentence, are a list in one line. */
const MAX_CHARS_OF_ID = 60;
const SENTENCE_END = /[.!?。！？]["”’)\]]*$/u;

/** How each block of a report tells. */
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
 * Whether a block names techniques by their ids as its subject: a row of a table, a line that begins with an id or
 * lists several, or what stands below an id alone, as the cells of a table do where its rows are lost.
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

/** The blocks below headings of digests, as far as these are short. */
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
