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

/** The owner of a task: an actor, a source or a site. Tasks of one caller wait only for each other. */
export type Caller = string;

/**
 * Parsers of external content. Features use only this interface, and one place decides where the parsers run:
 * self-hosted in processes that can be killed, at the edge in the isolate, under hard limits. The results are the same.
 */
export interface Readers {
  /**
   * Extracts the text of an uploaded report.
   * @throws AppError `unsupported_file_type`, `document_unreadable`, `document_empty`, `text_too_long`
   */
  document(caller: Caller, file: DocumentFile): Promise<ExtractedDocument>;
  /**
   * Extracts the article of a fetched HTML page.
   * @throws AppError `document_unreadable`, `document_empty`, `text_too_long`
   */
  html(caller: Caller, page: FetchedPage): Promise<ExtractedDocument>;
  /**
   * Parses an email and its attachments.
   * @throws AppError `document_unreadable`, `text_too_long`
   */
  mail(caller: Caller, bytes: Uint8Array): Promise<Mail>;
  /**
   * Parses a feed fetched from `url`.
   * @throws UnreadableFeed
   */
  feed(caller: Caller, page: FetchedPage, url: string): Promise<Feed>;
  /** Returns the feeds linked in the head of an HTML page from `url`. */
  feedLinks(caller: Caller, page: FetchedPage, url: string): Promise<FeedLink[]>;
  /**
   * Parses an ATT&CK Navigator layer.
   * @throws AppError `invalid_json`, `validation_error`; ShapeError
   */
  navigator(caller: Caller, bytes: Uint8Array): Promise<ReadLayer>;
  /**
   * Yields the objects of a STIX bundle.
   * @throws AppError `not_stix`, `invalid_json`
   */
  stix(
    caller: Caller,
    open: JsonSource,
    names: KnownNames,
    sent: SentFile,
  ): AsyncIterable<Imported>;
  /**
   * Yields the events of a sharing platform.
   * @throws AppError `not_sharing_event`, `invalid_json`
   */
  sharingEvents(caller: Caller, open: JsonSource, names: KnownNames): AsyncIterable<Imported>;
  /**
   * Yields the parts of a matrix in JSON, STIX or YAML.
   * @throws AppError `not_ml_matrix`, `invalid_json`, `body_too_large`
   */
  matrix(
    caller: Caller,
    open: JsonSource,
    names: KnownNames,
    options: MatrixOptions,
  ): AsyncIterable<MatrixPart>;
}
