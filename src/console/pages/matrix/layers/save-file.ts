/** Downloads a file. Removes characters that file systems reject from its name. */
export function saveFile(name: string, content: Blob | string, type = "application/json"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 120);
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
