import { wordList } from "../word-list.ts";

/* Facts of the Sigma specification 2.1.0: rules, correlations, filters, modifiers, tags. */

export const STATUSES = wordList("stable test experimental deprecated unsupported");
export const LEVELS = wordList("informational low medium high critical");
/** `obsoletes` is how version 1 writes it. */
export const RELATIONS = wordList("derived obsolete obsoletes merged renamed similar correlation");
export const TAG_NAMESPACES = wordList("attack car cve d3fend detection stp tlp");
export const TLP_COLOURS = wordList("red amber amber+strict green clear white");

/** Tactics with the hyphen of version 2; version 1 wrote an underscore. */
export const TACTICS = wordList(`
  reconnaissance resource-development initial-access execution persistence privilege-escalation
  defense-evasion stealth defense-impairment credential-access discovery lateral-movement collection
  command-and-control exfiltration impact evasion inhibit-response-function impair-process-control
  network-effects remote-service-effects`);

export const CORRELATION_TYPES = wordList(`
  event_count value_count temporal temporal_ordered value_sum value_avg value_percentile
  value_median`);
export const CONDITION_OPERATORS = wordList("gt gte lt lte eq neq");

/** How a value is compared; a field takes one of them. */
export const COMPARING = wordList(
  "contains startswith endswith re cidr lt lte gt gte exists minute hour day week month year",
);
export const NUMERIC = wordList("lt lte gt gte minute hour day week month year");
/** Flags of `re`. */
export const RE_FLAGS = wordList("i m s");
export const ENCODINGS = wordList("utf16le utf16be utf16 wide");
export const MODIFIERS = new Set([
  ...COMPARING,
  ...RE_FLAGS,
  ...ENCODINGS,
  ...["all", "base64", "base64offset", "windash", "expand", "cased", "neq", "fieldref"],
]);
