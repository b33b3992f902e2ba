import { base64urlnopad } from "@scure/base";
import { z } from "zod";
import { AppError } from "../../platform/lib/errors.ts";

/** Where a page ended, and the query that it is a page of. */
export interface PageStart {
  /** Microseconds: what was added later is on this page. */
  after: number;
  ids: readonly string[] | null;
  types: readonly string[] | null;
  versions: readonly string[] | null;
}

const list = z.array(z.string()).nullable();
const tokenSchema = z.tuple([z.string(), z.int().min(0), list, list, list]);

/** Returns the value of `next`: opaque to clients, and complete in itself. */
export function writeToken(scope: string, { after, ids, types, versions }: PageStart): string {
  const token: z.input<typeof tokenSchema> = [
    scope,
    after,
    ids && [...ids],
    types && [...types],
    versions && [...versions],
  ];
  return base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(token)));
}

/**
 * Reads a value of `next`.
 * @param scope the collection, and the object where the page is about one
 * @throws AppError `validation_error` for one that is incomplete, made up, or of another collection
 */
export function readToken(scope: string, text: string): PageStart {
  const parsed = tokenSchema.safeParse(parse(text));
  if (!parsed.success || parsed.data[0] !== scope) throw invalid();
  const [, after, ids, types, versions] = parsed.data;
  return { after, ids, types, versions };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        base64urlnopad.decode(text),
      ),
    );
  } catch {
    return null;
  }
}

function invalid(): AppError {
  const detail = "'next' must be the value that the page before returned for this collection.";
  return new AppError("validation_error", detail, { errors: [{ pointer: "/next", detail }] });
}
