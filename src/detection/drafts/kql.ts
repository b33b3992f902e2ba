import { PLACEHOLDER } from "../languages/vocabulary.ts";
import { headLines, type Skeleton } from "./skeleton.ts";

/** Custom table names begin with a capital, unlike keywords of the language. */
const TABLE_NAME = /^[A-Z][A-Za-z0-9]{2,}(_[A-Za-z0-9]+)*$/;

/** Generates a KQL query (Microsoft Sentinel, Defender XDR). Text written by people goes into comments. */
export function generateKql(skeleton: Skeleton): string {
  const { source, ownSource } = skeleton;
  const own = ownSource !== null && TABLE_NAME.test(ownSource) ? ownSource : null;
  const [first, ...others] = source.fields;
  const columns = new Set(source.fields.map(({ kql }) => kql));
  return [
    ...headLines(skeleton).map((line) => `// ${line}`),
    "let Lookback = 1d;",
    ...parametersOf(skeleton),
    own ?? source.kql.table,
    "// Defender XDR calls the time Timestamp",
    "| where TimeGenerated > ago(Lookback)",
    ...(own === null && source.kql.where !== undefined ? [`| where ${source.kql.where}`] : []),
    ...others.map(({ kql, about }) => `// ${kql}: ${about}`),
    `// ${first?.kql}: ${first?.about}`,
    `| where ${first?.kql} has "${PLACEHOLDER}"`,
    `| project TimeGenerated, ${[...columns].join(", ")}`,
    "",
  ].join("\n");
}

/** Returns the mutable elements as named values, all unset. */
function parametersOf({ analytic }: Skeleton): string[] {
  return (analytic?.parameters ?? []).flatMap(({ name, about }) => [
    ...(about === "" ? [] : [`// ${about}`]),
    `let ${name} = dynamic(null);`,
  ]);
}
