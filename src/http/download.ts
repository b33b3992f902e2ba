/** A value of a CSV cell; lists are joined by semicolons. */
type Cell = string | number | boolean | null | readonly string[];

/** Streams objects as newline-delimited JSON. */
export function ndjsonDownload(filename: string, rows: AsyncIterable<object>): Response {
  return download(filename, "application/x-ndjson; charset=utf-8", linesOf(rows));
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Streams objects as CSV (RFC 4180) with a line of column names, marked as UTF-8 for spreadsheets. */
export function csvDownload<C extends string>(
  filename: string,
  columns: readonly C[],
  rows: AsyncIterable<Record<C, Cell>>,
): Response {
  return download(filename, "text/csv; charset=utf-8", csvLines(columns, rows));
}

async function* csvLines<C extends string>(
  columns: readonly C[],
  rows: AsyncIterable<Record<C, Cell>>,
): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(",")}\r\n`;
  for await (const row of rows) yield `${columns.map((name) => toCell(row[name])).join(",")}\r\n`;
}

/** What begins like a formula would be run by a spreadsheet; an apostrophe makes it text. */
function toCell(value: Cell): string {
  const text = Array.isArray(value) ? value.join(";") : String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== "number" ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Pulls from the generator as fast as the client reads, and ends it when the client goes away. */
function download(filename: string, type: string, parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${filename}"`,
    },
  });
}
