import { AppError, type ErrorCode } from "../../../platform/lib/errors.ts";
import { toHex } from "../../../platform/lib/to-hex.ts";
import { importSharingEvents } from "../../imports/import-sharing-events.ts";
import { importStix } from "../../imports/import-stix.ts";
import type { ImportBody } from "../../imports/run-import.ts";
import type { CollectionDeps } from "../deps.ts";
import type { ReadItem, RunOutcome, Source } from "../store.ts";
import { isAdmitted } from "./is-admitted.ts";
import type { Polled, RunPart, Skipped } from "./kind.ts";

type State = NonNullable<Source["state"]>;

/** A response of a source, and where the next run resumes once it is stored. */
export interface Piece {
  /** Elements of a JSON list, separated by commas, or null for an unusable item. */
  content: Uint8Array | string | null;
  /** Null if `items` alone describe what was read. */
  state: State | null;
  /** Where the next part of this run resumes, if it may do what a run after a fault must not. */
  rest?: State;
  items?: readonly ReadItem[];
  /** Whether the items of earlier pieces are obsolete. */
  forgets?: boolean;
  /** Items in it that could not be used. */
  skipped?: Skipped;
}

/** New content of a source, in order. Returns the state where the next run begins. */
export type Pieces = AsyncGenerator<Piece, State | null, void>;

/** Limits of one import: pieces up to this size, or received within this time. */
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_PIECES = 500;
const BATCH_MS = 60_000;

/** How pieces are wrapped into the body of an import. */
const FORMS = {
  stix: { open: '{"type":"bundle","objects":[', close: "]}", send: importStix },
  sharing_events: { open: "[", close: "]", send: importSharingEvents },
} as const;
export type PieceForm = keyof typeof FORMS;

/** Errors that recur whenever the same content is sent again. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid_json",
  "not_stix",
  "not_sharing_event",
  "document_unreadable",
  "body_too_large",
]);

/**
 * Imports a source's content in batches. The state for the next run is stored only after the content before it, so
 * that a killed run loses nothing. Content requested twice is recognized.
 * @throws what `pieces` throws, after the content before it is stored; AppError `quota_exceeded`
 */
export async function importPieces(
  deps: CollectionDeps,
  part: RunPart,
  form: PieceForm,
  pieces: Pieces,
): Promise<Polled> {
  const { source } = part;
  let state = source.state;
  for (;;) {
    const batch = await collectBatch(deps, pieces);
    await part.report();
    await importBatch(deps, part, form, state, batch.pieces);
    await part.report();
    state = stateAfter(batch.pieces) ?? state;
    if (batch.pieces.length > 0) {
      const { items, forgets } = itemsOf(batch.pieces);
      await deps.collection.advance(source, state, items, forgets);
    }
    if (batch.fault !== undefined) throw batch.fault.error;
    if (batch.end !== undefined) return await ended(deps, part, batch.end.state ?? state);
    if (Date.parse(deps.now()) > part.endsAt) {
      // Closes the generator's resources. The next part begins at the stored state.
      await pieces.return(null);
      const rest = batch.pieces.at(-1)?.rest;
      if (rest !== undefined) await deps.collection.advance(source, rest, []);
      return { ended: null };
    }
  }
}

interface Batch {
  pieces: Piece[];
  /** Set if the source has no more content. */
  end?: { state: State | null };
  /** The error that ended it early. The pieces before it are complete. */
  fault?: { error: unknown };
}

async function collectBatch(deps: CollectionDeps, pieces: Pieces): Promise<Batch> {
  const until = Date.parse(deps.now()) + BATCH_MS;
  const limit = Math.min(BATCH_BYTES, Math.floor(deps.settings.MAX_IMPORT_BYTES / 4));
  const batch: Batch = { pieces: [] };
  for (let size = 0; size < limit && batch.pieces.length < BATCH_PIECES;) {
    try {
      const next = await pieces.next();
      if (next.done === true) return { ...batch, end: { state: next.value } };
      batch.pieces.push(next.value);
      size += next.value.content?.length ?? 0;
    } catch (error) {
      return { ...batch, fault: { error } };
    }
    if (Date.parse(deps.now()) > until) break;
  }
  return batch;
}

async function importBatch(
  deps: CollectionDeps,
  part: RunPart,
  form: PieceForm,
  state: State | null,
  pieces: readonly Piece[],
): Promise<void> {
  for (const { skipped } of pieces) if (skipped !== undefined) addSkipped(part.skipped, skipped);
  const contents = pieces.map(({ content }) => content).filter((content) => content !== null);
  if (contents.length === 0) return;
  try {
    await send(deps, part, form, state, contents);
  } catch (error) {
    if (!(error instanceof AppError) || !UNREADABLE.has(error.code)) throw error;
    // One unreadable piece must not block the others.
    for (const [place, content] of contents.entries()) {
      await send(deps, part, form, { ...state, place }, [content]).catch((alone: unknown) => {
        if (!(alone instanceof AppError) || !UNREADABLE.has(alone.code)) throw alone;
        addSkipped(part.skipped, { count: 1, first: alone.message });
      });
    }
  }
}

async function send(
  deps: CollectionDeps,
  { source, run, actor }: RunPart,
  form: PieceForm,
  state: State | null,
  contents: readonly (Uint8Array | string)[],
): Promise<void> {
  const { open, close, send: runImport } = FORMS[form];
  const body: ImportBody = {
    body: bytesOf(open, contents, close),
    gzip: false,
    dryRun: false,
    filename: source.name,
    origin: {
      source_id: source.id,
      run_id: run.id,
      key: await keyOf(source, state),
      admits: (report) => isAdmitted(source, report),
    },
  };
  await runImport(deps, { name: actor, role: "analyst" }, body);
}

async function* bytesOf(
  open: string,
  contents: readonly (Uint8Array | string)[],
  close: string,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const [place, content] of contents.entries()) {
    yield encoder.encode(place === 0 ? open : ",");
    yield typeof content === "string" ? encoder.encode(content) : content;
  }
  yield encoder.encode(close);
}

/** Identifies the content from a state of a source on, however much there is. */
async function keyOf({ id, url_key }: Source, state: State | null): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([id, url_key, state]));
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}

function stateAfter(pieces: readonly Piece[]): State | null {
  return pieces.findLast(({ state }) => state !== null)?.state ?? null;
}

function itemsOf(pieces: readonly Piece[]): { items: ReadItem[]; forgets: boolean } {
  const from = pieces.findLastIndex(({ forgets }) => forgets === true);
  const items = pieces.slice(Math.max(0, from)).flatMap((piece) => piece.items ?? []);
  return { items, forgets: from !== -1 };
}

function addSkipped(skipped: Skipped, { count, first }: Skipped): void {
  skipped.first ??= first;
  skipped.count += count;
}

/** Returns the end of a run. Its counts are those of its imports. A run without an import found nothing new. */
async function ended(deps: CollectionDeps, part: RunPart, state: State | null): Promise<Polled> {
  const { source, run, skipped } = part;
  const imports = (await deps.imports.listIdsByRun([run.id])).get(run.id) ?? [];
  const totals = await deps.imports.totalsOfRun(run.id);
  const created = await deps.intake.countSince(source.id, run.started_at);
  const admitted = totals.items_seen - totals.filtered;
  const outcome: RunOutcome = {
    status: imports.length === 0 && skipped.count === 0 ? "not_modified" : "complete",
    error: describeSkipped(skipped),
    ...totals,
    items_created: created,
    duplicates: Math.max(0, admitted - created),
  };
  return { ended: outcome, learned: { state } };
}

function describeSkipped({ count, first }: Skipped): string | null {
  if (count === 0) return null;
  const what =
    count === 1 ? "1 item could not be used." : `${count} items could not be used. The first:`;
  return `${what} ${first ?? ""}`.trim();
}
