import { AGGREGATIONS } from "./aggregations.ts";
import { DYNAMIC_VALUES } from "./dynamic.ts";
import { NETWORKS } from "./networks.ts";
import { NUMBERS } from "./numbers.ts";
import { SERIES } from "./series.ts";
import { STRINGS } from "./strings.ts";
import { TABLES } from "./tables.ts";
import { TIMES } from "./times.ts";

/** Built-in functions, in lower case. Others only cause warnings, since they may be user-defined. */
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
