import { CATALOGUE, SOURCES } from "./catalogue.ts";
import type { SigmaSource } from "./file-schema.ts";

type Places = ReadonlyMap<string, SigmaSource | null>;

/** KQL tables with the log source that they imply; null for a table that many sources share. */
export const TABLES: Places = new Map([
  ...CATALOGUE.shared_tables.map((table): [string, null] => [table, null]),
  ...placesOf("tables"),
]);

/** Data models of Splunk's Common Information Model with the log source that they imply. */
export const DATA_MODELS: Places = new Map(placesOf("data_models"));

/** EQL event categories with the log source that they imply. */
export const EQL_CATEGORIES: Places = new Map(placesOf("eql_categories"));

/** The search behind each macro of Splunk's security content. */
export const MACROS: ReadonlyMap<string, string> = new Map(Object.entries(CATALOGUE.macros));

function placesOf(kind: "tables" | "data_models" | "eql_categories"): [string, SigmaSource][] {
  return SOURCES.flatMap(({ entry }) => {
    const { sigma = {}, events = [] } = entry;
    const product = sigma.product === undefined ? {} : { product: sigma.product };
    return [
      ...(entry[kind] ?? []).map((place): [string, SigmaSource] => [place, sigma]),
      ...events.flatMap(({ category, [kind]: places = [] }) =>
        places.map((place): [string, SigmaSource] => [place, { ...product, category }]),
      ),
    ];
  });
}
