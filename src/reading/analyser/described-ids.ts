import { isCarriedBy } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Sentence } from "../../text/sentences/sentences.ts";
import { findTechniqueIds } from "../../text/tokens/technique-ids.ts";
import {
  describesBy,
  describesByClause,
  type Description,
  namesTechnique,
  type Printed,
  withoutSpans,
} from "./description-words.ts";
import type { Model } from "./model/model-file.ts";

/** Of the lines next to a cell, the one that says most counts. */
const SUREST: readonly Description[] = ["described", "unreadable"];

/** Says whether the id at an offset is described, by the words of its sentence or by those of the lines next to it. */
export type DescribeId = (
  sentence: number,
  offset: number,
  by: "sentence" | "neighbours",
) => Description;

/** A text with what judges its words; without a model, rules do. */
export interface DescribedText {
  text: string;
  sentences: readonly Sentence[];
  release: ReleaseIndex;
  models: readonly Model[];
}

/**
 * Says of each printed id whether words describe it. A sentence does if it contains more than half of the technique's
 * name or of its parent's, or if the model, without the ids, finds the technique likely. The id's own clause does if it
 * names another technique or reports adversary activity by its form. "The correct answer is T1490" does none of that.
 * A line next to an id may be about anything, so its form says nothing of the id.
 */
export function createIdDescriber({ text, sentences, release, models }: DescribedText): DescribeId {
  const readAt = (index: number) => {
    const { start = 0, end = 0 } = sentences[index] ?? {};
    const printed = text.slice(start, end);
    const ids = findTechniqueIds(printed, (id) => isCarriedBy(release, id));
    return { start, printed, ids, words: withoutSpans(printed, ids) };
  };
  // A sentence is read once for all of its ids.
  const describeAll = (index: number, isCell: boolean): ReadonlyMap<number, Description> => {
    const { start, printed, ids, words } = readAt(index);
    const sources = isCell ? [index + 1, index - 1].map((at) => readAt(at).words) : [words];
    const readers = sources.map((source) => describesBy(source, models));
    const isNextToName = isCell && sources.some((source) => namesTechnique(source, release));
    const isInClause = isCell
      ? () => isNextToName
      : describesByClause(printed, ids, release, models);
    const describe = (id: string, offset: number): Description => {
      if (isInClause(offset)) return "described";
      const one = printedAs(release.replacements.get(id) ?? id, isCell, release);
      const said = new Set(readers.map((reader) => reader(one)));
      return SUREST.find((which) => said.has(which)) ?? "mentioned";
    };
    return new Map(ids.map((id) => [start + id.start, describe(id.attack_id, id.start)]));
  };
  const known = new Map<number, ReadonlyMap<number, Description>>();
  return (index, offset, by) => {
    const described = known.get(index) ?? describeAll(index, by === "neighbours");
    known.set(index, described);
    return described.get(offset) ?? "mentioned";
  };
}

/** An id with the names of its technique and parent; next to a cell of a table, those of its tactics too. */
function printedAs(attack_id: string, isCell: boolean, release: ReleaseIndex): Printed {
  const { name = "", tactics = [] } = release.techniques.get(attack_id) ?? {};
  const parent = release.techniques.get(parentOf(attack_id))?.name ?? "";
  const tacticNames = isCell ? tactics.map((slug) => slug.replaceAll("-", " ")) : [];
  return { attack_id, names: [name, parent, ...tacticNames] };
}
