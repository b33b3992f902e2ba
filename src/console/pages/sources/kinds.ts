import type { SourceFilters, SourceKind, SourcePreview } from "../../api/sources.ts";
import { wordsIn } from "./words.ts";

export type FilterName = keyof SourceFilters;

interface KindWords {
  name: string;
  /** Its name in a sentence. */
  noun: string;
  /** The text for one that the address linked to. */
  linked: string;
  /** The name of others that were found with it. */
  others: string;
  filters: readonly FilterName[];
}

/** Every kind of source, in the order in which they are offered. */
export const KINDS: Record<SourceKind, KindWords> = {
  rss: {
    name: "RSS or Atom feed",
    noun: "feed",
    linked: "The page links this feed.",
    others: "Other feeds of the page:",
    filters: [],
  },
  taxii: {
    name: "TAXII 2.1 collection",
    noun: "collection",
    linked: "The server lists this collection.",
    others: "Other collections of the server:",
    filters: ["types"],
  },
  misp_feed: {
    name: "MISP feed",
    noun: "MISP feed",
    linked: "The address leads to this MISP feed.",
    others: "Other feeds:",
    filters: ["tags", "organizations"],
  },
  misp: {
    name: "MISP server",
    noun: "MISP server",
    linked: "The address leads to this MISP server.",
    others: "Other servers:",
    filters: ["tags", "organizations"],
  },
};
export const KIND_NAMES = Object.entries(KINDS) as [SourceKind, KindWords][];

export const FILTERS: Record<FilterName, string> = {
  types: "Only these STIX types",
  tags: "Only events with one of these tags (! excludes)",
  organizations: "Only events of these organizations",
};
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Filters as typed, comma-separated. */
export type TypedFilters = Record<FilterName, string>;

export function typedFilters(filters: SourceFilters): TypedFilters {
  const typed = (name: FilterName) => (filters[name] ?? []).join(", ");
  return { types: typed("types"), tags: typed("tags"), organizations: typed("organizations") };
}

/** Returns the typed filters, without empty ones. */
export function filtersOf(typed: TypedFilters): SourceFilters {
  const given = FILTER_NAMES.map((name) => [name, wordsIn(typed[name])] as const);
  return Object.fromEntries(given.filter(([, words]) => words.length > 0));
}

/** Describes where a source was found. */
export function describeOrigin({ kind, origin }: SourcePreview): string {
  const { noun, linked } = KINDS[kind];
  if (origin === "address") return `This address is a ${noun}.`;
  return origin === "linked" ? linked : `This ${noun} is at a usual address of the site.`;
}

/** Describes whether requests to a server use credentials, which are never part of a source. */
export function describeCredentials(hasCredentials: boolean): string {
  return hasCredentials
    ? "From the setting SERVER_CREDENTIALS"
    : "None. An operator adds them to the setting SERVER_CREDENTIALS.";
}
