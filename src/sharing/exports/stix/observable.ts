import { exchangedForm, type ExchangedValue } from "../../../formats/observables/exchanged.ts";
import { toCyberObservables } from "../../../formats/observables/stix-observable.ts";
import { stixPattern } from "../../../formats/observables/stix-pattern.ts";
import { changedAt, FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import {
  findKnownExploited,
  KEV_DATE,
} from "../../../knowledge/vulnerabilities/known-exploited.ts";
import { toRelationship } from "./relationship.ts";
import { stixLine } from "./text.ts";

/** What makes an indicator of a value. */
export interface IndicatorFacts {
  description: string;
  /** Whether a report lists it as an indicator of compromise; others are indicators by a person's word. */
  isMalicious: boolean;
  /** When the value was first and last seen in a report. */
  first_seen: string;
  last_seen: string;
  /** When what is said of it last changed. */
  modified: string;
  /** Number of reports that have it. */
  reports: number;
  expires?: string | null;
  confidence?: number;
  labels?: readonly string[];
}

/**
 * Returns the objects of a value: a vulnerability for a CVE; else the cyber-observable object, behind those
 * that it refers to, and, where the value is an indicator, the observation, the indicator and that it is
 * based on the observation. Each has the same id wherever the value is.
 */
export function objectsOfObservable(
  value: ExchangedValue,
  indicator: IndicatorFacts | null,
): StixObject[] {
  if (value.kind === "cve") return [toVulnerability(value.normalized_value)];
  const observed = toCyberObservables(value);
  const pattern = indicator === null ? null : stixPattern(value);
  if (indicator === null || pattern === null) return observed;
  const observation = toObservedData(value, observed, indicator);
  const made = toIndicator(value, pattern, indicator);
  const { modified } = indicator;
  return [
    ...observed,
    observation,
    made,
    toRelationship(made.id, "based-on", observation.id, { modified }),
  ];
}

/** Returns a CVE, which is the same vulnerability in every bundle; a label says that it is known to be exploited. */
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

/** By the standard an indicator is based on observed data, which refers to the cyber-observable objects. */
function toObservedData(
  { kind, normalized_value: normal }: ExchangedValue,
  observed: readonly StixObject[],
  { first_seen: first, last_seen: last, modified, reports }: IndicatorFacts,
): StixObject {
  return {
    type: "observed-data",
    spec_version: "2.1",
    id: stixIdOf("observed-data", kind, normal),
    created: FIXED_TIMESTAMP,
    modified: changedAt(modified),
    first_observed: first,
    last_observed: last > first ? last : first,
    number_observed: Math.max(1, reports),
    object_refs: observed.map(({ id }) => id),
  };
}

function toIndicator(value: ExchangedValue, pattern: string, facts: IndicatorFacts): StixObject {
  const { description, isMalicious, first_seen: first, modified, expires, labels = [] } = facts;
  return {
    type: "indicator",
    spec_version: "2.1",
    id: stixIdOf("indicator", value.kind, value.normalized_value),
    created: FIXED_TIMESTAMP,
    modified: changedAt(modified),
    name: stixLine(exchangedForm(value)),
    description,
    // What a person confirmed is what it is by that person's word, which may be harmless.
    indicator_types: [isMalicious ? "malicious-activity" : "unknown"],
    pattern,
    pattern_type: "stix",
    valid_from: first,
    // It must end after it began (STIX 2.1, 4.7).
    ...(expires && expires > first && { valid_until: expires }),
    ...(facts.confidence !== undefined && { confidence: facts.confidence }),
    ...(labels.length > 0 && { labels }),
  };
}
