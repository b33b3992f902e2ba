/** The rows of a CSV file, read by the grammar of RFC 4180. */
export function readCsv(csv: string): string[][] {
  const cells = csv.replace(/^\uFEFF/, "").match(/(?:"(?:[^"]|"")*"|[^,"\r\n]*)(?:,|\r\n)/g) ?? [];
  const rows: string[][] = [[]];
  for (const cell of cells) {
    const value = cell.replace(/(,|\r\n)$/, "");
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (cell.endsWith("\r\n")) rows.push([]);
  }
  return rows.slice(0, -1);
}
