import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { Named, NameFinder } from "../../../reading/statements/named-things.ts";
import { isForeign, actorAt } from "../../../reading/statements/actor-at.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { confidenceOf, labelsOf } from "./note.ts";
import { toRelationship } from "./relationship.ts";
import type { Related } from "./relationships.ts";
import { oneLine, stixText } from "./text.ts";

/** Whether a text states that something uses a technique, or only a person's review does. */
type Basis = "text" | "review";

/**
 * Returns the users of a report's techniques, by their passages. A passage counts if it states that the named actor is
 * active, or if the release lists the technique for the named software. For a technique that a person accepted, it also
 * counts for the only group or campaign that it names. Facts of the release alone are leads and excluded.
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

/** Returns the techniques that the release lists for named software, each as `attack_id of software, attack_id`. */
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
  // By the standard, techniques use tools, not the reverse.
  const [source, target] = kind === "tool" ? [pattern.id, key] : [key, pattern.id];
  return toRelationship(source, "uses", target, {
    modified,
    description: stixText(text),
    ...confidenceOf(technique),
    labels: [...labelsOf(technique), `basis:${basis}`],
  });
}
