import type { ImportDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { gunzip, limitStream } from "../../platform/lib/streams.ts";
import { ImportPreview } from "./preview-import.ts";
import type { Imported } from "./readers/imported.ts";
import type { ImportResult } from "./schema.ts";
import type { Spooled } from "./spool-store.ts";
import type { ImportKind } from "./vocabulary.ts";
import { ImportWriter } from "./write-import.ts";

/** What is sent to be imported. */
export interface ImportBody {
  body: ReadableStream<Uint8Array> | null;
  gzip: boolean;
  dryRun: boolean;
}

/**
 * Takes a body in whole, then has it read, object by object, and written, or with `dryRun` only
 * counted. What was written before a fault stays, and is found again when the body is sent again.
 * @throws AppError `input_required`, `body_too_large`, and what the reader throws
 */
export async function runImport(
  deps: ImportDeps,
  actor: Actor,
  kind: ImportKind,
  sent: ImportBody,
  read: (spooled: Spooled) => AsyncIterable<Imported>,
): Promise<ImportResult> {
  const spooled = await takeBody(deps, sent);
  const target = sent.dryRun
    ? new ImportPreview(deps)
    : new ImportWriter(deps, kind, actor.name, spooled);
  try {
    for await (const object of read(spooled)) await target.add(object);
    return await target.finish();
  } catch (error) {
    await target.breakOff(error);
    throw error;
  } finally {
    await spooled.remove();
  }
}

async function takeBody(deps: ImportDeps, { body, gzip }: ImportBody): Promise<Spooled> {
  if (body === null) throw emptyBody();
  const limit = deps.settings.MAX_IMPORT_BYTES;
  const received = limitStream(body, limit, "body_too_large", "The request body");
  const plain = gzip
    ? limitStream(gunzip(received), limit, "body_too_large", "The unpacked body")
    : received;
  try {
    const spooled = await deps.spool.take(deps.newId(), plain);
    if (spooled.size === 0) throw emptyBody();
    return spooled;
  } catch (error) {
    // What the decompressor throws is about the body, not about us.
    if (!gzip || !(error instanceof TypeError)) throw error;
    const detail = "The body is not what its Content-Encoding says.";
    throw new AppError("invalid_json", detail, { cause: error });
  }
}

function emptyBody(): AppError {
  return new AppError("input_required", "The body is empty; send what is to be imported.");
}
