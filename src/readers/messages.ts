import { type Feed, UnreadableFeed } from "../pipeline/collection/feeds/feed.ts";
import type { ReadLayer } from "../sharing/layers/navigator/read-navigator.ts";
import { AppError, type ErrorCode } from "../platform/lib/errors.ts";
import type { ReaderLimits } from "./limits.ts";
import type { NamesMessage } from "./names-message.ts";
import type { SentFile } from "../pipeline/imports/readers/imported.ts";
import type { MatrixOptions } from "../pipeline/imports/readers/ml-matrix/matrix-parts.ts";
import { ShapeError } from "../formats/json/shape-error.ts";

/** The header with the caller of a request, percent-encoded. */
export const CALLER_HEADER = "x-caller";

/** Parameters of each kind of reader in addition to the bytes. A kind is the path of its requests. */
export interface ReaderParams {
  document: { filename: string };
  html: { contentType: string };
  mail: object;
  feed: { contentType: string; url: string };
  "feed-links": { contentType: string; url: string };
  navigator: object;
  stix: { names: NamesMessage; sent: SentFile };
  "sharing-events": { names: NamesMessage };
  "ml-matrix": { names: NamesMessage; options: MatrixOptions };
}
export type ReaderKind = keyof ReaderParams;

export const READER_KINDS = [
  "document",
  "html",
  "mail",
  "feed",
  "feed-links",
  "navigator",
  "stix",
  "sharing-events",
  "ml-matrix",
] as const satisfies readonly ReaderKind[];

/** The first line of a request body. The bytes to parse follow. */
export type RequestHead<K extends ReaderKind = ReaderKind> = ReaderParams[K] & {
  limits: ReaderLimits;
};

/** One line of a response. The last one is an end or a failure. Without it, the response was cut off. */
export type AnswerLine = { values: unknown[] } | { end: true } | { failure: ReaderFailure };

/** Why content could not be parsed. Contains only what the user may see. */
export interface ReaderFailure {
  code: ErrorCode | "unreadable_feed" | "other_shape";
  detail: string;
  issues?: ShapeError["issues"];
}

/** Codes that a reader may return. Any other is treated as a broken reader. */
const CODES: ReadonlySet<unknown> = new Set<ReaderFailure["code"]>([
  "unsupported_file_type",
  "document_unreadable",
  "document_empty",
  "text_too_long",
  "file_too_large",
  "body_too_large",
  "invalid_json",
  "validation_error",
  "not_stix",
  "not_sharing_event",
  "not_ml_matrix",
  "unreadable_feed",
  "other_shape",
]);

/** Converts an error in a reader for the user. An unknown error reveals only that it occurred. */
export function toFailure(kind: ReaderKind, error: unknown): ReaderFailure {
  if (error instanceof UnreadableFeed) return { code: "unreadable_feed", detail: error.message };
  if (error instanceof ShapeError) {
    return { code: "other_shape", detail: error.message, issues: error.issues };
  }
  if (error instanceof AppError && CODES.has(error.code)) {
    return { code: error.code, detail: error.message };
  }
  return brokenReader(kind);
}

/** Restores the error on the caller's side. */
export function fromFailure(kind: ReaderKind, failure: ReaderFailure): Error {
  const { code, detail, issues } = failure;
  if (code === "unreadable_feed") return new UnreadableFeed(detail);
  if (code === "other_shape") return new ShapeError(issues ?? []);
  if (CODES.has(code) && typeof detail === "string") return new AppError(code, detail);
  return fromFailure(kind, brokenReader(kind));
}

const WHAT: Readonly<Record<ReaderKind, [what: string, advice: string]>> = {
  document: ["The document", "split it, or upload its text as a TXT file"],
  html: ["The page", "read it there, or upload its text as a TXT file"],
  mail: ["The email", "send its attachments apart"],
  feed: ["The feed", ""],
  "feed-links": ["The page", "paste the address of its feed instead"],
  navigator: ["The layer", "save it again and send that"],
  stix: ["The bundle", "split it"],
  "sharing-events": ["The file", "send fewer events at once"],
  "ml-matrix": ["The matrix", "send its parts apart"],
};

/** Returns the failure of a reader that ended before its input did. */
export function endedReader(kind: ReaderKind, why: string): ReaderFailure {
  if (kind === "feed") return { code: "unreadable_feed", detail: why };
  const [what, advice] = WHAT[kind];
  return { code: "document_unreadable", detail: `${what} ${why}; ${advice}.` };
}

/** Returns the failure of a reader that ended without a reason. */
export function brokenReader(kind: ReaderKind): ReaderFailure {
  return endedReader(kind, "could not be read to its end");
}

/** A feed without its items, and a layer with its set as a list, as they are sent. */
export type FeedHead = Omit<Feed, "items">;
export type LayerMessage = Omit<ReadLayer, "technique_ids"> & { technique_ids: string[] };
