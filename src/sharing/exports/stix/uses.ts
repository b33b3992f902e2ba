import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { confidenceOf, labelsOf } from "./note.ts";
import { toRelationship } from "./relationship.ts";
import { stixText } from "./text.ts";

type Hint = SessionReport["software_hints"][number];
type Passage = ReportedTechnique["passages"][number];

/**
 * That a software uses a technique, as far as the report itself shows it: a passage that stands in the
 * text and shows the technique names the software, and the release lists the technique for it. What the
 * release alone says is a lead, and stays out.
 * @param software the objects of the named software by their ATT&CK ids
 * @param patterns those of the techniques
 */
export function toUses(
  report: SessionReport,
  software: ReadonlyMap<string, StixObject>,
  patterns: ReadonlyMap<string, StixObject>,
): StixObject[] {
  const techniques = new Map(report.techniques.map((one) => [one.attack_id, one]));
  return report.software_hints.flatMap((hint) =>
    hint.techniques.flatMap(({ attack_id: id, found }) => {
      const technique = found ? techniques.get(id) : undefined;
      const [source, target] = [software.get(hint.attack_id), patterns.get(id)];
      if (technique === undefined || source === undefined || target === undefined) return [];
      const shown = technique.verified ? passageNaming(hint, technique.passages) : undefined;
      return shown === undefined ? [] : [toUse(report, technique, source, target, shown)];
    }),
  );
}

/** Only some mentions have their places; the others are told by the words of those. */
function passageNaming({ mentions }: Hint, passages: readonly Passage[]): Passage | undefined {
  return passages.find(({ text, start, end }) =>
    mentions.some(
      (mention) => (mention.start >= start && mention.end <= end) || hasWords(text, mention.text),
    ),
  );
}

function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    // Two units, for a letter may take two.
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
    if (!/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after)) return true;
  }
  return false;
}

function toUse(
  { modified }: SessionReport,
  technique: ReportedTechnique,
  source: StixObject,
  target: StixObject,
  { text }: Passage,
): StixObject {
  return toRelationship(source.id, "uses", target.id, {
    modified,
    description: stixText(text),
    ...confidenceOf(technique),
    labels: labelsOf(technique),
  });
}
