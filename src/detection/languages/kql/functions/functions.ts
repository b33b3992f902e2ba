import { AGGREGATIONS } from "./aggregations.ts";
import { DYNAMIC_VALUES } from "./dynamic.ts";
import { NETWORKS } from "./networks.ts";
import { NUMBERS } from "./numbers.ts";
import { SERIES } from "./series.ts";
import { STRINGS } from "./strings.ts";
import { TABLES } from "./tables.ts";
import { TIMES } from "./times.ts";

/** Functions of the language, in lower case; others may be the user's own, so they only warn. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...SERIES,
  ...NETWORKS,
  ...AGGREGATIONS,
  ...TIMES,
  ...DYNAMIC_VALUES,
  ...NUMBERS,
  ...STRINGS,
  ...TABLES,
]);
