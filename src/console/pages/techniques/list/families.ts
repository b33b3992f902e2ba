import type { TechniqueCounts } from "../../../api/evidence.ts";
import type { Schema } from "../../../api/client.ts";

export type Listed = Schema<"TechniqueListItem">;

export const ORDERS = ["id", "name", "reports", "rules"] as const;
export type Order = (typeof ORDERS)[number];

/** The filters and sort order of the list. */
export interface Wanted {
  search: string;
  tactic: string;
  platform: string;
  isSeen: boolean;
  hasRule: boolean;
  order: Order;
}

/** A technique in the tree. */
export interface Row {
  technique: Listed;
  reports: number;
  rules: number;
  /** Whether it matches the search. A parent may be shown only for its sub-techniques. */
  isMatch: boolean;
}

/** A technique with its sub-techniques. */
export interface Family {
  id: string;
  parent: Row;
  children: Row[];
}

type Counts = ReadonlyMap<string, TechniqueCounts>;

/** Returns whether any filter is set, so that families are shown expanded. */
export function isNarrowed({ search, tactic, platform, isSeen, hasRule }: Wanted): boolean {
  return search.trim() !== "" || tactic !== "" || platform !== "" || isSeen || hasRule;
}

/** Returns the families with a match: without filters with all sub-techniques, else with the matching ones. */
export function familiesOf(
  techniques: readonly Listed[],
  counts: Counts,
  wanted: Wanted,
): Family[] {
  const rows = techniques.map((technique) => toRow(technique, counts, wanted));
  const byParent = Map.groupBy(rows, ({ technique }) => parentOf(technique.attack_id));
  const families = [...byParent].flatMap(([id, members]): Family[] => {
    const parent = members.find(({ technique }) => technique.attack_id === id);
    const own = members.filter(({ technique }) => technique.attack_id !== id);
    // A release may lack the parent of a sub-technique.
    if (parent === undefined)
      return own.map((row) => ({ id: row.technique.attack_id, parent: row, children: [] }));
    return [{ id, parent, children: own.filter(({ isMatch }) => isMatch) }];
  });
  const matching = families.filter(({ parent, children }) => parent.isMatch || children.length > 0);
  const sorted = matching.map((family) => ({
    ...family,
    children: family.children.toSorted(orderBy(wanted.order)),
  }));
  return sorted.sort((a, b) => compareFamilies(a, b, wanted.order));
}

/** Returns the number of matching techniques. */
export function countMatches(families: readonly Family[]): number {
  return families.reduce(
    (sum, { parent, children }) => sum + (parent.isMatch ? 1 : 0) + children.length,
    0,
  );
}

function toRow(technique: Listed, counts: Counts, wanted: Wanted): Row {
  const { session_count: reports = 0, rule_count: rules = 0 } =
    counts.get(technique.attack_id) ?? {};
  const isMatch =
    hasWords(technique, wanted.search) &&
    (wanted.tactic === "" || technique.tactics.includes(wanted.tactic)) &&
    (wanted.platform === "" || technique.platforms.includes(wanted.platform)) &&
    (!wanted.isSeen || reports > 0) &&
    (!wanted.hasRule || rules > 0);
  return { technique, reports, rules, isMatch };
}

function hasWords({ attack_id: id, name }: Listed, search: string): boolean {
  const text = `${id} ${name}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

function parentOf(attackId: string): string {
  return /^(.*\d{4,6})\.\d{3}$/u.exec(attackId)?.[1] ?? attackId;
}

function compareFamilies(a: Family, b: Family, order: Order): number {
  const most = ({ parent, children }: Family, key: "reports" | "rules") =>
    Math.max(parent[key], ...children.map((child) => child[key]));
  if (order === "reports" || order === "rules") {
    return most(b, order) - most(a, order) || a.id.localeCompare(b.id);
  }
  return orderBy(order)(a.parent, b.parent);
}

function orderBy(order: Order): (a: Row, b: Row) => number {
  return (a, b) => {
    const byId = a.technique.attack_id.localeCompare(b.technique.attack_id);
    if (order === "name") return a.technique.name.localeCompare(b.technique.name) || byId;
    return order === "id" ? byId : b[order] - a[order] || byId;
  };
}
