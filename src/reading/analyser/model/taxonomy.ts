/**
 * The relations between the classes of a model. Class 0 is "no technique". A family is a parent with its
 * sub-techniques.
 */
export interface Taxonomy {
  /** Technique ids by class. `ids[0]` is empty. */
  ids: string[];
  classOf: ReadonlyMap<string, number>;
  /** Id that a whole family is reported as, by the class of its parent. */
  familyIds: string[];
  /** Class of the parent: itself for a parent, 0 for class 0. */
  parent: Uint16Array;
  /** Classes of a parent's family, including the parent. Empty for other classes. */
  members: number[][];
  /** 1 for a parent with sub-techniques. */
  hasSubs: Uint8Array;
  /** Procedures per technique, in the order of `ids` without the first. */
  uses: readonly number[];
  /** Log of the number of procedures plus one, for the class and for its whole family. Scaled, see below. */
  prior: Float32Array;
  familyPrior: Float32Array;
}

/**
 * Procedures per technique to which priors are scaled, about the mean of Enterprise. Without scaling, all techniques of
 * smaller domains (ICS has 3) would seem rare.
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
 * Returns a taxonomy that reports the same classes as other techniques. Families and priors remain as trained.
 * @param labels technique by class, empty for a class that is never reported
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
