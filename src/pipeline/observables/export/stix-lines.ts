import { exchangedForm } from "../../../formats/observables/exchanged.ts";
import { CUSTOM_TYPE } from "../../../formats/observables/stix-names.ts";
import {
  customDefinition,
  toCyberObservables,
} from "../../../formats/observables/stix-observable.ts";
import { stixPattern } from "../../../formats/observables/stix-pattern.ts";
import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { toVulnerability } from "../../../sharing/exports/session/stix-observables.ts";
import { stixLine } from "../../../sharing/exports/session/stix-text.ts";
import { isBlockable } from "../roles.ts";
import type { Observable } from "../store.ts";

/** Ids that are remembered so that no object, such as a folder of many files, stands there twice. */
const REMEMBERED = 10_000;

/**
 * A STIX 2.1 bundle in pieces, an object a line: indicators for what one can block, bare
 * cyber-observable objects for the rest, vulnerabilities for CVEs.
 * @param id tells the bundle from others
 */
export async function* stixLines(
  rows: AsyncIterable<Observable>,
  id: string,
): AsyncGenerator<string> {
  // STIX knows UUIDs of versions 1 to 5 alone (part 2.9), and ours are newer.
  const bundle = stixIdOf("bundle", "observables", id);
  yield `{"type":"bundle","id":"${bundle}","objects":[\n${JSON.stringify(TOOL)}`;
  const written = new Set<string>();
  for await (const row of rows) {
    for (const object of withDefinition(toStixObjects(row))) {
      if (written.has(object.id)) continue;
      if (written.size >= REMEMBERED) written.clear();
      written.add(object.id);
      yield `,\n${JSON.stringify(object)}`;
    }
  }
  yield "\n]}\n";
}

/** What says what our own objects are stands before the first of them. */
function withDefinition(objects: readonly StixObject[]): readonly StixObject[] {
  const hasOwn = objects.some(({ type }) => type === CUSTOM_TYPE);
  return hasOwn ? [customDefinition(TOOL.id), ...objects] : objects;
}

function toStixObjects(row: Observable): StixObject[] {
  if (row.kind === "cve") {
    return [{ ...toVulnerability(row.normalized_value), created_by_ref: TOOL.id }];
  }
  const pattern = isBlockable(row.role) ? stixPattern(row) : null;
  return pattern === null ? toCyberObservables(row) : [toIndicator(row, pattern)];
}

function toIndicator(row: Observable, pattern: string): StixObject {
  const { first_seen_at: first, last_seen_at: last, expires_at: expires } = row;
  const labels = [`role:${row.role}`, ...row.tags.map(stixLine).filter((tag) => tag !== "")];
  return {
    type: "indicator",
    spec_version: "2.1",
    id: stixIdOf("indicator", "observable", row.kind, row.normalized_value),
    created_by_ref: TOOL.id,
    created: first,
    modified: last > first ? last : first,
    name: stixLine(exchangedForm(row)),
    description: `Observable of the kind ${row.kind} with the role ${row.role}.`,
    indicator_types: [row.role === "indicator" ? "malicious-activity" : "unknown"],
    pattern,
    pattern_type: "stix",
    valid_from: first,
    // It must end after it began (STIX 2.1, 4.7).
    ...(expires !== null && expires > first && { valid_until: expires }),
    confidence: row.confidence,
    labels: [...new Set(labels)],
  };
}
