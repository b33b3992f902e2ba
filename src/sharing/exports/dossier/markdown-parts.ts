/** A section under a heading; nothing where it has no content. */
export function section(title: string, body: string): string {
  return body === "" ? "" : `## ${title}\n\n${body}`;
}

/** A table; the cells must be escaped. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A share as whole percent. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
