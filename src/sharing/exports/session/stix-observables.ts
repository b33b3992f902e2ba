import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { toCyberObservables } from "../../../formats/observables/stix-observable.ts";
import { stixPattern } from "../../../formats/observables/stix-pattern.ts";
import {
  findKnownExploited,
  KEV_DATE,
} from "../../../knowledge/vulnerabilities/known-exploited.ts";
import type { ExportedObservable } from "../content/session-content.ts";
import { isIndicator } from "../content/observable-lists.ts";
import type { SessionReport } from "./read-session-report.ts";

/**
 * An observable as STIX has it: a CVE is a vulnerability; what a person confirmed or the report lists
 * as an indicator is one; what it only mentions is the bare object, which claims nothing, with the
 * objects that it refers to.
 */
export function toStixObservables(
  observable: ExportedObservable,
  report: SessionReport,
): StixObject[] {
  const { kind, value, written } = observable;
  if (kind === "cve") return [toVulnerability(value)];
  const exchanged = { kind, value: written ?? value, normalized_value: value };
  const pattern = isIndicator(observable) ? stixPattern(exchanged) : null;
  return pattern === null
    ? toCyberObservables(exchanged)
    : [toIndicator(observable, pattern, report)];
}

/** A CVE is the same vulnerability in every bundle; a label says that it is known to be exploited. */
export function toVulnerability(id: string): StixObject {
  const name = id.toUpperCase();
  const isExploited = findKnownExploited(name) !== null;
  return {
    type: "vulnerability",
    spec_version: "2.1",
    id: stixIdOf("vulnerability", name),
    created: FIXED_TIMESTAMP,
    // What is said of it changed with the mapping that says so.
    modified: isExploited ? `${KEV_DATE}T00:00:00.000Z` : FIXED_TIMESTAMP,
    name,
    ...(isExploited && { labels: ["known-exploited"] }),
    external_references: [{ source_name: "cve", external_id: name }],
  };
}

function toIndicator(
  { kind, value, confirmed, listed }: ExportedObservable,
  pattern: string,
  { session_id: id, created_at: created, modified }: SessionReport,
): StixObject {
  const reasons = [
    ...(listed ? ["The report names it as an indicator of compromise."] : []),
    ...(confirmed ? ["An analyst confirmed it."] : []),
  ];
  return {
    type: "indicator",
    spec_version: "2.1",
    id: stixIdOf("indicator", id, kind, value),
    created,
    modified,
    name: value,
    description: reasons.join(" "),
    // What a person confirmed is what it is by that person's word, which may be harmless.
    indicator_types: [listed ? "malicious-activity" : "unknown"],
    pattern,
    pattern_type: "stix",
    valid_from: created,
  };
}
