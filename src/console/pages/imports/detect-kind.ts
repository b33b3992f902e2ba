import type { FileKind } from "../../api/imports.ts";

/** What a file says of itself stands at its beginning. */
const LOOKED_AT = 256 * 1024;

/** Guesses what a file is; the reader may choose otherwise, and the service has the last word. */
export async function detectKind(file: File): Promise<FileKind> {
  const start = await textOf(file);
  if (/"type"\s*:\s*"bundle"/u.test(start))
    return /AML\.T\d{4}/u.test(start) ? "ml_matrix" : "stix";
  if (/"(?:Event|response|Attribute)"\s*:/u.test(start)) return "sharing_events";
  const isMatrix = /"(?:matrices|techniques|case-studies|case_studies)"\s*:|AML\.[TM]\d|^---|^id:/u;
  return isMatrix.test(start) ? "ml_matrix" : "stix";
}

async function textOf(file: File): Promise<string> {
  const start = file.slice(0, LOOKED_AT);
  if (!/\.gz$/iu.test(file.name)) return await start.text();
  const plain = start.stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = plain.getReader();
  const { value } = await reader.read().catch(() => ({ value: undefined }));
  void reader.cancel().catch(() => undefined);
  return value === undefined ? "" : new TextDecoder().decode(value);
}
