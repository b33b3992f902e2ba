/**
 * Outcomes of the uploaded values: event attributes, cyber-observable objects and pattern comparisons. `seen` is
 * the sum of the outcomes.
 */
export interface AttributeCounts {
  seen: number;
  /** Values with at least one part that is an observable of a known kind. */
  observables: number;
  /** Observables by kind. A value with several parts adds several. */
  kinds: Record<string, number>;
  /** Observables of kinds that only the sender's format defines, by type. */
  foreign: Record<string, number>;
  /** Sentences and measures, which are in the report's text. */
  in_text: number;
  /** Comparisons without a value: ports, negations, regular expressions. */
  without_value: number;
  /** Deleted by the sender. */
  deleted: number;
  /** Rejected. The errors give the reasons. */
  refused: number;
  /** Changes proposed by others, which count as mentions and are not included in `seen`. */
  proposals: number;
  /** Files whose name and hashes are stored, but not their bytes. */
  attachments: number;
}

/** Maximum number of types counted separately. Further types are counted together. */
const LISTED_TYPES = 200;
const OTHER = "(other)";

/** Returns counts of zero. */
export function noAttributes(): AttributeCounts {
  return {
    seen: 0,
    observables: 0,
    kinds: {},
    foreign: {},
    in_text: 0,
    without_value: 0,
    deleted: 0,
    refused: 0,
    proposals: 0,
    attachments: 0,
  };
}

/** Adds to the count of a type. */
export function countType(counts: Record<string, number>, type: string, more = 1): void {
  const name = isListed(counts, type) ? type : OTHER;
  counts[name] = (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + more;
}

/**
 * Returns whether a type has a separate count. `__proto__` cannot store a number, because every object inherits it.
 */
function isListed(counts: Record<string, number>, type: string): boolean {
  if (Object.hasOwn(counts, type)) return true;
  if (type === "__proto__" || Object.hasOwn(counts, OTHER)) return false;
  return Object.keys(counts).length < LISTED_TYPES;
}

/** Adds counts to others. */
export function addAttributes(to: AttributeCounts, more: AttributeCounts): void {
  for (const name of Object.keys(more) as (keyof AttributeCounts)[]) {
    if (name === "kinds" || name === "foreign") {
      for (const [type, count] of Object.entries(more[name])) countType(to[name], type, count);
    } else to[name] += more[name];
  }
}

/** Returns the same values as rejected, because their container could not be imported. */
export function allRefused({ seen, proposals }: AttributeCounts): AttributeCounts {
  return { ...noAttributes(), seen, proposals, refused: seen };
}
