import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { Named, NameFinder } from "../../../reading/statements/named-things.ts";
import { isForeign, actorAt } from "../../../reading/statements/actor-at.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { confidenceOf, labelsOf } from "./note.ts";
import { toRelationship } from "./relationship.ts";
import type { Related } from "./relationships.ts";
import { oneLine, stixText } from "./text.ts";

/** Whether a text says that something uses a technique, or only a person's review does. */
type Basis = "text" | "review";

/**
 * Returns who and what uses the techniques of a report, by the passages that show them. A passage shows
 * it where it says that the one who is named acts, or where the release lists the technique for the
 * software that is named; where a person accepted the technique, also of the only group or campaign that
 * the passage names. What the release alone says is a lead, and stays out.
 */
export function usesOf(
  report: SessionReport,
  { patterns }: Pick<Related, "patterns">,
  find: NameFinder,
): StixObject[] {
  const listed = listedFor(report);
  return report.techniques.flatMap((technique) => {
    const pattern = patterns.get(technique.attack_id);
    const isOpen = technique.review_status === "needs_evidence";
    if (pattern === undefined || !technique.verified || isOpen) return [];
    const found = new Map<string, StixObject>();
    for (const passage of technique.passages) {
      const text = oneLine(passage.text);
      for (const { named, basis } of usersIn(
        text,
        find(text),
        technique,
        listed,
        report.language,
      )) {
        const use = toUse(report, technique, pattern, named, basis, text);
        if (!found.has(use.id)) found.set(use.id, use);
      }
    }
    return [...found.values()];
  });
}

/** Techniques that the release lists for named software, each as `attack_id of software, attack_id`. */
function listedFor({ software_hints: hints }: SessionReport): ReadonlySet<string> {
  return new Set(
    hints.flatMap((hint) =>
      hint.techniques.map(({ attack_id: technique }) => `${hint.attack_id} ${technique}`),
    ),
  );
}

function usersIn(
  text: string,
  named: readonly Named[],
  { attack_id: id, review_status: status }: ReportedTechnique,
  listed: ReadonlySet<string>,
  language: string | null,
): { named: Named; basis: Basis }[] {
  const actors = new Set(named.filter(isActor).map(({ thing }) => thing.key));
  const isOnly = actors.size === 1 && status === "accepted";
  const foreign = isForeign(text, language);
  return named.flatMap((one): { named: Named; basis: Basis }[] => {
    const { kind, attack_id: of } = one.thing;
    if (of !== null && !isActor(one) && listed.has(`${of} ${id}`))
      return [{ named: one, basis: "text" }];
    if (kind === "tool") return [];
    const acts = actorAt(text, one, foreign);
    if (acts === "name" || (acts === "people" && isActor(one)))
      return [{ named: one, basis: "text" }];
    return isOnly && isActor(one) ? [{ named: one, basis: "review" }] : [];
  });
}

function isActor({ thing: { kind } }: Named): boolean {
  return kind === "group" || kind === "campaign";
}

function toUse(
  { modified }: SessionReport,
  technique: ReportedTechnique,
  pattern: StixObject,
  { thing: { key, kind } }: Named,
  basis: Basis,
  text: string,
): StixObject {
  // By the standard tools use no techniques; techniques use tools.
  const [source, target] = kind === "tool" ? [pattern.id, key] : [key, pattern.id];
  return toRelationship(source, "uses", target, {
    modified,
    description: stixText(text),
    ...confidenceOf(technique),
    labels: [...labelsOf(technique), `basis:${basis}`],
  });
}
