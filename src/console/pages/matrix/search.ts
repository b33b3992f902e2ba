/** How overlays become one color. The service computes the last three as sets. */
export const COMBINATIONS = ["count", "highest", "union", "intersection", "difference"] as const;
export type Combination = (typeof COMBINATIONS)[number];

/** The full page state in its address. Missing fields have their defaults. */
export interface MatrixSearch {
  domain?: string;
  version?: string;
  /** References such as `group:G0016`, comma-separated. */
  overlays?: string;
  combine?: Combination;
  search?: string;
  platform?: string;
  tactic?: string;
  /** Only techniques that an overlay has. */
  scored?: true;
  /** All sub-techniques are shown. */
  open?: true;
  /** Techniques folded while all are open, and open while all are folded. */
  except?: string;
  /** The technique shown in the pane. */
  technique?: string;
  /** The pane of layers instead. */
  layers?: true;
  /** IDs or squares instead of names, so that all tactics fit. */
  layout?: "compact" | "mini";
}

/** A state change. Undefined fields are removed from the address. */
export type MatrixChange = { [Key in keyof MatrixSearch]?: MatrixSearch[Key] | undefined };

/** Returns the state after a change. */
export function afterChange(before: MatrixSearch, change: MatrixChange): MatrixSearch {
  const all = Object.entries({ ...before, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

const TEXTS = [
  "domain",
  "version",
  "overlays",
  "search",
  "platform",
  "tactic",
  "except",
  "technique",
] as const;
const SWITCHES = ["scored", "open", "layers"] as const;
/** How cells are drawn; by default with names. */
export const LAYOUTS = ["compact", "mini"] as const;
export type Layout = (typeof LAYOUTS)[number] | "names";

/** Returns the state from an address, without invalid values. */
export function readMatrixSearch(search: Record<string, unknown>): MatrixSearch {
  const read: MatrixSearch = {};
  for (const key of TEXTS) {
    const value = search[key];
    // A manually typed release, such as 18.1, is parsed as a number.
    if (typeof value === "string" || typeof value === "number") read[key] = String(value);
  }
  for (const key of SWITCHES) if (String(search[key]) === "true") read[key] = true;
  const layout = LAYOUTS.find((one) => one === search["layout"]);
  if (layout !== undefined) read.layout = layout;
  const combine = COMBINATIONS.find((one) => one === search["combine"]);
  return combine === undefined ? read : { ...read, combine };
}

/** Returns the members of a list in the address. */
export function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(",").filter((one) => one !== "");
}

/** Adds or removes a list member. Returns undefined if the list becomes empty. */
export function toggled(value: string | undefined, member: string): string | undefined {
  const members = listOf(value);
  const others = members.filter((one) => one !== member);
  if (others.length === members.length) others.push(member);
  return others.length === 0 ? undefined : others.join(",");
}
