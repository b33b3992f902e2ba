import type { Feed } from "../pipeline/collection/feeds/feed.ts";
import type { FeedLink } from "../pipeline/collection/feeds/feed-links.ts";
import type { DocumentFile, ExtractedDocument } from "../formats/documents/document.ts";
import type { Mail } from "../formats/mail/mail.ts";
import type { KnownNames } from "../pipeline/imports/known-names.ts";
import type { FetchedPage } from "../formats/documents/decode-page.ts";
import type {
  MatrixOptions,
  MatrixPart,
} from "../pipeline/imports/readers/ml-matrix/matrix-parts.ts";
import type { Imported, JsonSource, SentFile } from "../pipeline/imports/readers/imported.ts";
import type { ReadLayer } from "../sharing/layers/navigator/read-navigator.ts";

/** Who a task is for: an actor, a source, a site. What one of them sends waits for its own alone. */
export type Caller = string;

/**
 * The readers of what comes from outside. Features call these alone; where they run is decided in
 * one place: in processes that can be killed when self-hosted, in the isolate, under hard limits,
 * at the edge. The answers are the same.
 */
export interface Readers {
  /**
   * The text of an uploaded report.
   * @throws AppError `unsupported_file_type`, `document_unreadable`, `document_empty`, `text_too_long`
   */
  document(caller: Caller, file: DocumentFile): Promise<ExtractedDocument>;
  /**
   * The article of an HTML page that was fetched.
   * @throws AppError `document_unreadable`, `document_empty`, `text_too_long`
   */
  html(caller: Caller, page: FetchedPage): Promise<ExtractedDocument>;
  /** An email with its attachments. @throws AppError `document_unreadable`, `text_too_long` */
  mail(caller: Caller, bytes: Uint8Array): Promise<Mail>;
  /** A feed that came from `url`. @throws UnreadableFeed */
  feed(caller: Caller, page: FetchedPage, url: string): Promise<Feed>;
  /** The feeds that an HTML page from `url` names in its head. */
  feedLinks(caller: Caller, page: FetchedPage, url: string): Promise<FeedLink[]>;
  /** An ATT&CK Navigator layer. @throws AppError `invalid_json`, `validation_error`; ShapeError */
  navigator(caller: Caller, bytes: Uint8Array): Promise<ReadLayer>;
  /** The objects of a STIX bundle. @throws AppError `not_stix`, `invalid_json` */
  stix(
    caller: Caller,
    open: JsonSource,
    names: KnownNames,
    sent: SentFile,
  ): AsyncIterable<Imported>;
  /** The events of a sharing platform. @throws AppError `not_sharing_event`, `invalid_json` */
  sharingEvents(caller: Caller, open: JsonSource, names: KnownNames): AsyncIterable<Imported>;
  /** A matrix in JSON, STIX or YAML. @throws AppError `not_ml_matrix`, `invalid_json`, `body_too_large` */
  matrix(
    caller: Caller,
    open: JsonSource,
    names: KnownNames,
    options: MatrixOptions,
  ): AsyncIterable<MatrixPart>;
}
