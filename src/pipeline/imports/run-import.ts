import type { ImportDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { ReleaseQuery } from "../../knowledge/attack/resolve-release.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { unpackBody } from "../../platform/lib/unpack-body.ts";
import { onlyAdmitted } from "./only-admitted.ts";
import { ImportPreview } from "./preview-import.ts";
import type { Imported } from "./readers/imported.ts";
import type { ImportResult } from "./schema.ts";
import type { Spooled } from "./spool-store.ts";
import type { ReportImportKind } from "./vocabulary.ts";
import { ImportWriter } from "./write-import.ts";

/** The source run that produces an import. */
export interface ImportOrigin {
  source_id: string;
  run_id: string;
  /** Identical whenever the run requests the same again, regardless of how much it returns. */
  key: string;
  /** Returns whether the keywords of the source admit a report. */
  admits: (report: { title: string; text: string }) => boolean;
}

/** An upload to import. */
export interface ImportBody {
  body: AsyncIterable<Uint8Array> | null;
  gzip: boolean;
  dryRun: boolean;
  /** The release in which names and IDs are looked up first. Default: the current release of Enterprise. */
  release?: ReleaseQuery;
  /** Name of the file, if the sender gives one. */
  filename?: string | undefined;
  /** The source that it comes from, or null for an upload. */
  origin?: ImportOrigin;
}

/**
 * Receives a body completely, then reads it object by object and writes it, or only counts it with `dryRun`.
 * Objects written before a fault remain, and are recognized when the body is sent again.
 * @throws AppError `input_required`, `body_too_large`, and what the reader throws
 */
export async function runImport(
  deps: ImportDeps,
  actor: Actor,
  kind: ReportImportKind,
  sent: ImportBody,
  read: (spooled: Spooled) => AsyncIterable<Imported>,
): Promise<ImportResult> {
  const spooled = await takeBody(deps, sent);
  const target = sent.dryRun
    ? new ImportPreview(deps)
    : new ImportWriter(deps, kind, actor.name, spooled, sent);
  const admits = sent.origin?.admits;
  try {
    const objects = read(spooled);
    for await (const object of admits === undefined ? objects : onlyAdmitted(objects, admits)) {
      await target.add(object);
    }
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
  const plain = unpackBody(body, {
    gzip,
    maxBytes: limit,
    maxUnpackedBytes: limit,
    what: "body",
    unreadable: "invalid_json",
  });
  const spooled = await deps.spool.take(deps.newId(), plain);
  if (spooled.size === 0) throw emptyBody();
  return spooled;
}

function emptyBody(): AppError {
  return new AppError("input_required", "The body is empty; send what is to be imported.");
}
