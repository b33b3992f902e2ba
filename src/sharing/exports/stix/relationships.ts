import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { indicatedBy } from "../../../reading/statements/indicated.ts";
import { nameFinder, type NamedThing } from "../../../reading/statements/named-things.ts";
import { statementsIn } from "../../../reading/statements/software-statements.ts";
import { isForeign } from "../../../reading/statements/actor-at.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { exploitsOf } from "./exploits.ts";
import { toVulnerability } from "./observable.ts";
import { toRelationship } from "./relationship.ts";
import { oneLine, stixText } from "./text.ts";
import { usesOf } from "./uses.ts";

/** The objects to relate: a report's named entities, its techniques and its indicators. */
export interface Related {
  /** Groups, campaigns and software, each under the id of its object. */
  things: readonly NamedThing[];
  /** Objects of techniques by ATT&CK id. */
  patterns: ReadonlyMap<string, StixObject>;
  /** Indicators by kind and value, as joined by `keyOfValue`. */
  indicators: ReadonlyMap<string, StixObject>;
}

/** Returns the key of a value within a report. */
export function keyOfValue({ kind, value }: { kind: string; value: string }): string {
  return `${kind} ${value}`;
}

/**
 * Returns the relationships of a report's objects that its text states or a person accepted (docs/layers-and-exports.md
 * has the rules). Names that merely occur near each other are not related.
 */
export function toRelationships(report: SessionReport, related: Related): StixObject[] {
  const find = nameFinder(related.things);
  const uses = usesOf(report, related, find);
  const stated = [...sentencesOf(report)].flatMap((sentence) => {
    const named = find(sentence);
    if (named.length === 0) return [];
    const foreign = isForeign(sentence, report.language);
    return statementsIn(sentence, named, foreign).map(({ source, relation, target }) =>
      toRelationship(source, relation, idOf(target), {
        modified: report.modified,
        description: stixText(sentence),
        labels: ["basis:text"],
      }),
    );
  });
  return [
    ...uses,
    ...exploitsOf(report, related),
    ...stated,
    ...indications(report, related, find),
  ];
}

/** Returns the id of a target: vulnerabilities are referenced by name, all other objects by id. */
function idOf(target: string): string {
  return target.startsWith("CVE-") ? toVulnerability(target).id : target;
}

/** Returns the sentences of a session: the evidence of techniques that nobody rejected, and those with its values. */
function sentencesOf({ techniques, entities }: SessionReport): Set<string> {
  const passages = techniques
    .filter(({ verified }) => verified)
    .flatMap((technique) => technique.passages.map(({ text }) => text));
  const others = entities.observables.flatMap(({ sentence }) => sentence?.text ?? []);
  return new Set([...passages, ...others].map(oneLine));
}

/** Returns what indicators indicate, if the report states it next to the value or in the heading above it. */
function indications(
  report: SessionReport,
  { indicators }: Related,
  find: ReturnType<typeof nameFinder>,
): StixObject[] {
  return report.entities.observables.flatMap((observable) => {
    const indicator = indicators.get(keyOfValue(observable));
    if (indicator === undefined) return [];
    const { mentions, sentence, section = null } = observable;
    const value = {
      written: mentions.map(({ text }) => oneLine(text)),
      sentence: sentence === null ? null : oneLine(sentence.text),
      heading: section,
    };
    const foreign = isForeign(value.sentence ?? "", report.language);
    return indicatedBy(value, find, foreign).map((target) =>
      toRelationship(indicator.id, "indicates", target, {
        modified: report.modified,
        ...(value.sentence !== null && { description: stixText(value.sentence) }),
        labels: ["basis:text"],
      }),
    );
  });
}
