import type { Trends } from "../../api/trends.ts";

/** What is counted, in display order. */
export const KINDS: readonly { of: Trends["of"]; name: string; one: string }[] = [
  { of: "techniques", name: "Techniques", one: "Technique" },
  { of: "groups", name: "Groups", one: "Group" },
  { of: "software", name: "Software", one: "Software" },
  { of: "vulnerabilities", name: "Vulnerabilities", one: "Vulnerability" },
];

/** The available spans: length and period. */
export const SPANS: readonly (readonly [Trends["by"], string])[] = [
  ["week", "12 weeks"],
  ["month", "12 months"],
  ["year", "All time, by year"],
];

export const REVIEWS: readonly (readonly [Trends["review"], string])[] = [
  ["unrejected", "All but rejected"],
  ["accepted", "Only accepted"],
  ["unreviewed", "Only unreviewed"],
];

/** The source of a report's date, as the end of "3 by …". */
export const DATED_BY: readonly [keyof Trends["dated_by"], string][] = [
  ["published", "publication"],
  ["revised", "last revision"],
  ["activity", "latest activity"],
  ["analysed", "analysis"],
];
