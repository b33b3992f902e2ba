import type { FileKind } from "../../api/imports.ts";

/** The beginning of a file identifies its kind. */
const LOOKED_AT = 256 * 1024;

/** Guesses the kind of a file. The user may choose another, and the service decides. */
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
