import { base64urlnopad } from "@scure/base";
import { z } from "zod";
import { AppError } from "../../platform/lib/errors.ts";

/** The start of a page, and the query that it belongs to. */
export interface PageStart {
  /** Microseconds; the page contains objects added later. */
  after: number;
  ids: readonly string[] | null;
  types: readonly string[] | null;
  versions: readonly string[] | null;
}

const list = z.array(z.string()).nullable();
const tokenSchema = z.tuple([z.string(), z.int().min(0), list, list, list]);

/** Returns the value of `next`, which is opaque to clients and self-contained. */
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
 * Parses a value of `next`.
 * @param scope the collection, and the object of a page about one
 * @throws AppError `validation_error` for a value that is incomplete, invalid, or of another collection
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
