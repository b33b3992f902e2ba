import { isScalar, isSeq, type YAMLMap } from "yaml";
import type { SigmaDocument } from "../languages/sigma/document.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";

/** A query as a rule of its own: what its file says of it stands in comments above. */
interface Query {
  language: RuleLanguage;
  content: string;
}

/** The names that each form gives to what heads a rule here. */
const HEAD = [
  ["title", ["name", "title"]],
  ["id", ["id"]],
  ["status", ["status"]],
  ["level", ["severity", "level"]],
  ["author", ["author"]],
  ["date", ["date"]],
  ["description", ["description"]],
] as const;

/**
 * The query of a rule in YAML that is not Sigma: Microsoft Sentinel's analytics rules (`query`, in
 * KQL) and those of Splunk's security content (`search`, in SPL). Null for anything else.
 */
export function queryOfYaml(document: SigmaDocument): Query | null {
  const map = document.contents as YAMLMap;
  if (map.has("detection") || map.has("logsource")) return null;
  const query = map.get("query");
  if (typeof query === "string" && (map.has("relevantTechniques") || map.has("tactics"))) {
    return { language: "kql", content: withHead(map, "//", query) };
  }
  const search = map.get("search");
  if (typeof search === "string" && map.has("name") && (map.has("tags") || map.has("type"))) {
    return { language: "spl", content: withHead(map, "```", search) };
  }
  return null;
}

function withHead(map: YAMLMap, sign: "//" | "```", query: string): string {
  const lines = HEAD.flatMap(([name, keys]) => {
    const value = keys.map((key) => map.get(key)).find((found) => scalarOf(found) !== "");
    return value === undefined ? [] : [`${name}: ${scalarOf(value)}`];
  });
  const techniques = [
    ...listOf(map, ["relevantTechniques"]),
    ...listOf(map, ["tags", "mitre_attack_id"]),
    ...listOf(map, ["mitre_attack_id"]),
  ];
  if (techniques.length > 0) lines.push(`techniques: ${techniques.join(", ")}`);
  for (const reference of listOf(map, ["references"])) lines.push(`reference: ${reference}`);
  const comment = (line: string) =>
    sign === "//" ? `// ${line}` : `\`\`\` ${line.replaceAll("`", "'")} \`\`\``;
  return `${lines.map(comment).join("\n")}\n${query.trim()}\n`;
}

function scalarOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? cleanLine(String(value)) : "";
}

function listOf(map: YAMLMap, path: readonly string[]): string[] {
  const found = map.getIn(path, true);
  const items: unknown[] = isSeq(found) ? found.items : [found];
  return items
    .map((item) => scalarOf(isScalar(item) ? item.value : null))
    .filter((item) => item !== "");
}
