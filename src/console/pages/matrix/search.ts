/** How overlays become one colour; the last three are sets that the service makes. */
export const COMBINATIONS = ["count", "highest", "union", "intersection", "difference"] as const;
export type Combination = (typeof COMBINATIONS)[number];

/** The whole state of the page, as it stands in its address; what is left out has its default. */
export interface MatrixSearch {
  domain?: string;
  version?: string;
  /** References such as `group:G0016`, separated by commas. */
  overlays?: string;
  combine?: Combination;
  search?: string;
  platform?: string;
  tactic?: string;
  /** Only techniques that an overlay has. */
  scored?: true;
  /** All sub-techniques are shown. */
  open?: true;
  /** Techniques that are folded where all are open, and open where all are folded. */
  except?: string;
  /** The technique that the pane tells of. */
  technique?: string;
  /** The pane of layers instead. */
  layers?: true;
  /** IDs or squares instead of names, so that all tactics fit. */
  layout?: "compact" | "mini";
}

/** A part of the state to change; what is undefined goes out of the address. */
export type MatrixChange = { [Key in keyof MatrixSearch]?: MatrixSearch[Key] | undefined };

/** The state after a change. */
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
/** How cells are drawn; names without any. */
export const LAYOUTS = ["compact", "mini"] as const;
export type Layout = (typeof LAYOUTS)[number] | "names";

/** The state that an address tells; what it does not understand is left out. */
export function readMatrixSearch(search: Record<string, unknown>): MatrixSearch {
  const read: MatrixSearch = {};
  for (const key of TEXTS) {
    const value = search[key];
    // A release written by hand, such as 18.1, is read as a number.
    if (typeof value === "string" || typeof value === "number") read[key] = String(value);
  }
  for (const key of SWITCHES) if (String(search[key]) === "true") read[key] = true;
  const layout = LAYOUTS.find((one) => one === search["layout"]);
  if (layout !== undefined) read.layout = layout;
  const combine = COMBINATIONS.find((one) => one === search["combine"]);
  return combine === undefined ? read : { ...read, combine };
}

/** The members of a list in the address. */
export function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(",").filter((one) => one !== "");
}

/** The list with a member more, or without it; nothing when it becomes empty. */
export function toggled(value: string | undefined, member: string): string | undefined {
  const members = listOf(value);
  const others = members.filter((one) => one !== member);
  if (others.length === members.length) others.push(member);
  return others.length === 0 ? undefined : others.join(",");
}
