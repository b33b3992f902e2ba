import type { CoverageWanted, Standing } from "../../api/coverage.ts";

/** Kinds of sets, as named in the address and the API. */
export const SET_NAMES = [
  "session_id",
  "group_id",
  "campaign_id",
  "layer_id",
  "technique_ids",
] as const;
export type SetName = (typeof SET_NAMES)[number];

const LISTS = [...SET_NAMES, "platforms"] as const;
const TEXTS = ["domain", "version", "search", "tactic", "technique"] as const;
const STATES = [
  "proven",
  "should_fire",
  "rule_without_data",
  "data_without_rule",
  "blind",
] as const;
/** The views; without one, the states. */
const VIEWS = ["test-first", "collect-next"] as const;

/** The full page state in its address. Lists of ids are comma-separated. */
export interface CoverageSearch {
  session_id?: string;
  group_id?: string;
  campaign_id?: string;
  layer_id?: string;
  technique_ids?: string;
  platforms?: string;
  /** All data of an analytic must be collected. By default, some of it is enough. */
  demand?: "all";
  domain?: string;
  version?: string;
  view?: (typeof VIEWS)[number];
  state?: Standing;
  tactic?: string;
  search?: string;
  /** The technique whose proof is shown. */
  technique?: string;
  /** Squares instead of a list. */
  squares?: true;
}

/** A state change. Undefined fields are removed from the address. */
export type CoverageChange = { [Key in keyof CoverageSearch]?: CoverageSearch[Key] | undefined };

/** Returns the state from an address, without invalid values. */
export function readCoverageSearch(search: Record<string, unknown>): CoverageSearch {
  const read: CoverageSearch = {};
  for (const name of [...LISTS, ...TEXTS]) {
    const value = search[name];
    // The API also accepts a repeated name. A release such as 19.1 is parsed as a number.
    const text = Array.isArray(value) ? value.join(",") : value;
    if (typeof text === "number") read[name] = String(text);
    if (typeof text === "string" && text !== "") read[name] = text;
  }
  const view = VIEWS.find((one) => one === search["view"]);
  const state = STATES.find((one) => one === search["state"]);
  return {
    ...read,
    ...(view === undefined ? {} : { view }),
    ...(state === undefined ? {} : { state }),
    ...(search["demand"] === "all" && { demand: "all" }),
    ...(String(search["squares"]) === "true" && { squares: true }),
  };
}

/** Returns the state after a change. */
export function afterChange(before: CoverageSearch, change: CoverageChange): CoverageSearch {
  const all = Object.entries({ ...before, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== ""));
}

/** Returns the query parameters for a state. */
export function wantedOf(search: CoverageSearch): CoverageWanted {
  const names = [...LISTS, "demand", "domain", "version"] as const;
  const given = names.map((name) => [name, search[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

const EXPORTS = {
  navigator: "/api/coverage/navigator",
  csv: "/api/coverage/csv",
  pdf: "/api/coverage/pdf",
  stix: "/api/coverage/stix",
  dettect: "/api/coverage/dettect",
};

/** Returns the address of an export file. */
export function exportAddress(search: CoverageSearch, format: keyof typeof EXPORTS): string {
  const query = new URLSearchParams(wantedOf(search) as Record<string, string>);
  return `${EXPORTS[format]}?${query.toString()}`;
}

/** Returns the members of a list in the address. */
export function listOf(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Adds or removes a list member. Returns undefined if the list becomes empty. */
export function toggled(value: string | undefined, member: string): string | undefined {
  const members = listOf(value);
  const others = members.filter((one) => one !== member);
  if (others.length === members.length) others.push(member);
  return others.length === 0 ? undefined : others.join(",");
}
