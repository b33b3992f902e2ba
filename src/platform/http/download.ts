import { stringify } from "csv-stringify/sync";
import type { z } from "zod";
import { attachmentHeaders } from "./attachment.ts";
import { guardCell } from "../lib/guard-cell.ts";

/** A CSV cell value. Lists are joined with semicolons. */
type Cell = string | number | boolean | null | readonly string[];

/** Returns a newline-delimited JSON response, for a route's description. */
export function ndjsonContent(description: string, schema: z.ZodType) {
  const content = { "application/x-ndjson": { schema } };
  // Otherwise the framework types it as JSON, which only c.json() can return.
  return { description, content: content as Record<string, { schema: z.ZodType }> };
}

/** Streams objects as newline-delimited JSON. */
export function ndjsonDownload(filename: string, rows: AsyncIterable<object>): Response {
  return download(filename, "application/x-ndjson; charset=utf-8", linesOf(rows));
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/**
 * Streams objects as CSV (RFC 4180) with a header line, marked as UTF-8 for spreadsheets. Cells that a spreadsheet
 * would take for a formula begin with an apostrophe.
 */
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
  const options = { escape_formulas: true, record_delimiter: "\r\n", quoted_string: true };
  yield stringify([columns], { bom: true, record_delimiter: "\r\n" });
  for await (const row of rows)
    yield stringify([columns.map((name) => toCell(row[name]))], options);
}

function toCell(value: Cell): string {
  return guardCell(Array.isArray(value) ? value.join(";") : String(value ?? ""));
}

/** Pulls from the generator as fast as the client reads, and ends it when the client disconnects. */
export function download(filename: string, type: string, parts: AsyncGenerator<string>): Response {
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
    headers: { "Content-Type": type, ...attachmentHeaders(filename) },
  });
}
