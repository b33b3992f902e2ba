/** How the classes of a model hang together. Class 0 is "no technique"; a family is a parent with its sub-techniques. */
export interface Taxonomy {
  /** Classes with 0; class `c` is technique `ids[c]`, `ids[0]` is empty. */
  ids: string[];
  classOf: ReadonlyMap<string, number>;
  /** What a family as a whole is reported as, by the class of its parent. */
  familyIds: string[];
  /** Class of the parent, itself for a parent, 0 for class 0. */
  parent: Uint16Array;
  /** Classes of the family of a parent, itself included; empty for others. */
  members: number[][];
  /** 1 for a parent with sub-techniques. */
  hasSubs: Uint8Array;
  /** Procedures per technique, in the order of `ids` without the first. */
  uses: readonly number[];
  /** Log of one more than the procedures of the class, and of its whole family; scaled, see below. */
  prior: Float32Array;
  familyPrior: Float32Array;
}

/**
 * Procedures per technique that priors are scaled to, about what Enterprise has. Domains of which
 * far less is written (ICS has 3) would otherwise seem to have rare techniques only.
 */
const USUAL_USES = 23;

/**
 * @param techniques sorted ids
 * @param uses procedures per technique
 */
export function buildTaxonomy(techniques: readonly string[], uses: readonly number[]): Taxonomy {
  const ids = ["", ...techniques];
  const classOf = new Map(ids.map((id, index) => [id, index]));
  const parent = Uint16Array.from(ids, (id, c) => classOf.get(id.split(".")[0] ?? "") ?? c);
  const hasSubs = new Uint8Array(ids.length);
  const sums = new Float64Array(ids.length);
  const members: number[][] = ids.map(() => []);
  const scale = (USUAL_USES * uses.length) / Math.max(1, sumOf(uses));
  for (let c = 1; c < ids.length; c += 1) {
    const p = parent[c] ?? 0;
    if (p !== c) hasSubs[p] = 1;
    members[p]?.push(c);
    sums[p] = (sums[p] ?? 0) + (uses[c - 1] ?? 0);
  }
  return {
    ids,
    classOf,
    familyIds: ids,
    parent,
    members,
    hasSubs,
    uses,
    prior: Float32Array.from(ids, (_, c) => Math.log(1 + scale * (uses[c - 1] ?? 0))),
    familyPrior: Float32Array.from(ids, (_, c) =>
      Math.log(1 + scale * (sums[parent[c] ?? 0] ?? 0)),
    ),
  };
}

/**
 * Reports the same classes as other techniques. Families and priors stay as they were learned.
 * @param labels technique by class; empty for a class that is never reported
 */
export function relabel(taxonomy: Taxonomy, labels: string[], familyIds: string[]): Taxonomy {
  const classOf = new Map([["", 0]]);
  for (const [c, label] of labels.entries()) {
    // If several classes have the same label, the technique's own class represents it.
    if (!classOf.has(label) || taxonomy.ids[c] === label) classOf.set(label, c);
  }
  return { ...taxonomy, ids: labels, classOf, familyIds };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
