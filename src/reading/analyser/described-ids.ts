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

/** If several lines next to a cell describe its id, the strongest description counts. */
const SUREST: readonly Description[] = ["described", "unreadable"];

/** Returns whether the id at an offset is described by the words of its sentence or of the adjacent lines. */
export type DescribeId = (
  sentence: number,
  offset: number,
  by: "sentence" | "neighbours",
) => Description;

/** A text and the models that judge its words. Without a model, rules judge them. */
export interface DescribedText {
  text: string;
  sentences: readonly Sentence[];
  release: ReleaseIndex;
  models: readonly Model[];
}

/**
 * Classifies each printed id by whether words describe it. A sentence describes an id if it contains more than half of
 * the technique's or its parent's name, or if the model finds the technique likely without the ids. The id's own clause
 * describes it if it names another technique or has the form of adversary activity. "The correct answer is T1490" does
 * neither. An adjacent line may be about anything, so its form is not evidence for the id.
 */
export function createIdDescriber({ text, sentences, release, models }: DescribedText): DescribeId {
  const readAt = (index: number) => {
    const { start = 0, end = 0 } = sentences[index] ?? {};
    const printed = text.slice(start, end);
    const ids = findTechniqueIds(printed, (id) => isCarriedBy(release, id));
    return { start, printed, ids, words: withoutSpans(printed, ids) };
  };
  // Each sentence is analyzed once for all of its ids.
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

/** Returns an id with the names of its technique and parent. For an id next to a table cell, includes its tactics. */
function printedAs(attack_id: string, isCell: boolean, release: ReleaseIndex): Printed {
  const { name = "", tactics = [] } = release.techniques.get(attack_id) ?? {};
  const parent = release.techniques.get(parentOf(attack_id))?.name ?? "";
  const tacticNames = isCell ? tactics.map((slug) => slug.replaceAll("-", " ")) : [];
  return { attack_id, names: [name, parent, ...tacticNames] };
}
