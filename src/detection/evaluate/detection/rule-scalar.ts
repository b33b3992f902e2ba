import type { Nodes } from "../../languages/sigma/nodes.ts";

/** A plain YAML value. */
export type RuleScalar = string | number | boolean | null;

/** Returns the text of a plain value, or an empty string if there is none. */
export function scalarText(nodes: Nodes, node: unknown): string {
  const value = (nodes.scalar(node) ?? "") as string | number | boolean;
  return String(value);
}
