/** Terms of the Sigma specification 2.1.0: rules, correlations, filters, modifiers, tags. */

export const STATUSES: ReadonlySet<string> = new Set([
  "stable",
  "test",
  "experimental",
  "deprecated",
  "unsupported",
]);
export const LEVELS: ReadonlySet<string> = new Set([
  "informational",
  "low",
  "medium",
  "high",
  "critical",
]);
/** `obsoletes` is version 1's spelling. */
export const RELATIONS: ReadonlySet<string> = new Set([
  "derived",
  "obsolete",
  "obsoletes",
  "merged",
  "renamed",
  "similar",
  "correlation",
]);
export const TAG_NAMESPACES: ReadonlySet<string> = new Set([
  "attack",
  "car",
  "cve",
  "d3fend",
  "detection",
  "stp",
  "tlp",
]);
export const TLP_COLOURS: ReadonlySet<string> = new Set([
  "red",
  "amber",
  "amber+strict",
  "green",
  "clear",
  "white",
]);

/** Tactics with the hyphen of version 2; version 1 used an underscore. */
export const TACTICS: ReadonlySet<string> = new Set([
  "reconnaissance",
  "resource-development",
  "initial-access",
  "execution",
  "persistence",
  "privilege-escalation",
  "stealth",
  "defense-impairment",
  "credential-access",
  "discovery",
  "lateral-movement",
  "collection",
  "command-and-control",
  "exfiltration",
  "impact",
  "evasion",
  "inhibit-response-function",
  "impair-process-control",
  "network-effects",
  "remote-service-effects",
]);

/** Tactics removed in Enterprise 19, each with those that received its techniques. */
export const FORMER_TACTICS: ReadonlyMap<string, readonly string[]> = new Map([
  ["defense-evasion", ["stealth", "defense-impairment"]],
]);

export const CORRELATION_TYPES: ReadonlySet<string> = new Set([
  "event_count",
  "value_count",
  "temporal",
  "temporal_ordered",
  "value_sum",
  "value_avg",
  "value_percentile",
  "value_median",
]);
export const CONDITION_OPERATORS: ReadonlySet<string> = new Set([
  "gt",
  "gte",
  "lt",
  "lte",
  "eq",
  "neq",
]);

/** Parts of a time, which are numbers. */
export const TIME_PARTS: ReadonlySet<string> = new Set([
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "year",
]);
/** Modifiers that compare a value; a field has at most one. */
export const COMPARING: ReadonlySet<string> = new Set([
  ...TIME_PARTS,
  "contains",
  "startswith",
  "endswith",
  "re",
  "cidr",
  "lt",
  "lte",
  "gt",
  "gte",
  "exists",
]);
export const NUMERIC: ReadonlySet<string> = new Set([...TIME_PARTS, "lt", "lte", "gt", "gte"]);
/** Flags of `re`. */
export const RE_FLAGS: ReadonlySet<string> = new Set(["i", "m", "s"]);
export const ENCODINGS: ReadonlySet<string> = new Set(["utf16le", "utf16be", "utf16", "wide"]);
export const MODIFIERS: ReadonlySet<string> = new Set([
  ...COMPARING,
  ...RE_FLAGS,
  ...ENCODINGS,
  "all",
  "base64",
  "base64offset",
  "windash",
  "expand",
  "cased",
  "neq",
  "fieldref",
]);
