import type { Nodes } from "../../languages/sigma/nodes.ts";

/** What a plain value of YAML can be. */
export type RuleScalar = string | number | boolean | null;

/** The text of a plain value; empty where there is none. */
export function scalarText(nodes: Nodes, node: unknown): string {
  const value = (nodes.scalar(node) ?? "") as string | number | boolean;
  return String(value);
}
