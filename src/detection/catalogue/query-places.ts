import { CATALOGUE, SOURCES } from "./catalogue.ts";
import type { SigmaSource } from "./file-schema.ts";

type Places = ReadonlyMap<string, SigmaSource | null>;

/** What a query reads by the place alone: tables of KQL; null for one that many sources share. */
export const TABLES: Places = new Map([
  ...CATALOGUE.shared_tables.map((table): [string, null] => [table, null]),
  ...placesOf("tables"),
]);

/** The same of data models of Splunk's Common Information Model. */
export const DATA_MODELS: Places = new Map(placesOf("data_models"));

/** The same of event categories of EQL. */
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
