import type { Analysis } from "../../../reading/sessions/schema.ts";
import { WORDS } from "../content/sections.ts";
import { escapeMarkdown } from "../session/escape-markdown.ts";

/** Formats a section under a heading, or an empty string without content. */
export function section(title: string, body: string): string {
  return body === "" ? "" : `## ${title}\n\n${body}`;
}

/** Formats a table of cells that are already escaped. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Formats a share as whole percent. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}

/** Formats a group's name and id. */
export function groupName(name: string, id: string): string {
  return `${escapeMarkdown(name)} (${escapeMarkdown(id)})`;
}

/**
 * Formats a table of groups with their Jaccard similarity, in the given order. Returns an empty string if there are
 * none.
 */
export function matchTable(matches: Analysis["apt_matches"]): string {
  if (matches.length === 0) return "";
  return table(
    [WORDS.matches, "Similarity", "Shared", "Techniques"],
    matches.map((match) => [
      groupName(match.group_name, match.group_attack_id),
      String(match.similarity),
      String(match.shared_count),
      match.shared_techniques.map(escapeMarkdown).join(", "),
    ]),
  );
}
