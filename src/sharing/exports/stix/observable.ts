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

/** The facts of an indicator. */
export interface IndicatorFacts {
  description: string;
  /** Whether a report lists it as an indicator of compromise; others are indicators by a person's decision. */
  isMalicious: boolean;
  /** When the value was first and last seen in a report. */
  first_seen: string;
  last_seen: string;
  /** When its statements last changed. */
  modified: string;
  /** Number of reports with the value. */
  reports: number;
  expires?: string | null;
  confidence?: number;
  labels?: readonly string[];
}

/**
 * Returns the objects of a value: a vulnerability for a CVE, otherwise the cyber-observable object after those that it
 * refers to. For an indicator, adds the observed data, the indicator and their relationship. Each has the same id
 * wherever the value occurs.
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

/** Returns a CVE as a vulnerability, the same in every bundle. A label marks known exploited ones. */
export function toVulnerability(id: string): StixObject {
  const name = id.toUpperCase();
  const isExploited = findKnownExploited(name) !== null;
  return {
    type: "vulnerability",
    spec_version: "2.1",
    id: stixIdOf("vulnerability", name),
    created: FIXED_TIMESTAMP,
    // Its content changed with the mapping of exploited vulnerabilities.
    modified: isExploited ? `${KEV_DATE}T00:00:00.000Z` : FIXED_TIMESTAMP,
    name,
    ...(isExploited && { labels: ["known-exploited"] }),
    external_references: [{ source_name: "cve", external_id: name }],
  };
}

/**
 * Returns the observed data. By the standard, an indicator is based on observed data, which refers to cyber-observable
 * objects.
 */
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
    // A value that a person confirmed may be harmless.
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
