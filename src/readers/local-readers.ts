import { decodeFeed } from "../formats/documents/decode-feed.ts";
import { type Feed, UnreadableFeed } from "../pipeline/collection/feeds/feed.ts";
import { findFeedLinks } from "../pipeline/collection/feeds/feed-links.ts";
import { readFeed } from "../pipeline/collection/feeds/read-feed.ts";
import { extractDocument, extractPage } from "../formats/documents/extract-document.ts";
import type { ExtractedDocument } from "../formats/documents/document.ts";
import { hasFewParts } from "../formats/documents/few-parts.ts";
import { detectMediaType } from "../formats/documents/detect-media-type.ts";
import { readMail } from "../formats/mail/read-mail.ts";
import type { JsonSource } from "../pipeline/imports/readers/imported.ts";
import { readAnyMatrix } from "../pipeline/imports/readers/ml-matrix/read-any-matrix.ts";
import { readEvents } from "../pipeline/imports/readers/sharing-events/read-events.ts";
import { readStix } from "../pipeline/imports/readers/stix/read-stix.ts";
import { type ReadLayer, readNavigator } from "../sharing/layers/navigator/read-navigator.ts";
import { navigatorLayerSchema } from "../sharing/layers/schema.ts";
import { AppError } from "../platform/lib/errors.ts";
import { formatBytes, limitChunks } from "../platform/lib/streams.ts";
import type { ReaderLimits } from "./limits.ts";
import { inSlices } from "./in-slices.ts";
import { decodePage, type FetchedPage } from "../formats/documents/decode-page.ts";
import type { Readers } from "./readers.ts";
import {
  hasFewTagBytes,
  limitObjects,
  requireBoundedJson,
  requireBoundedYaml,
  requireBytes,
} from "./require-bounded.ts";
import { ShapeError } from "../formats/json/shape-error.ts";

/**
 * Creates readers in this isolate or process. Their input is limited, and imports yield to other work between slices.
 */
export function createLocalReaders(limits: ReaderLimits): Readers {
  const { maxBytes: maxImportBytes, maxValueBytes } = limits.json;
  const bounded = (open: JsonSource): JsonSource => {
    const chunks = () =>
      inSlices(limitChunks(open(), maxImportBytes, "body_too_large", "The import"));
    return Object.assign(chunks, { maxValueBytes });
  };
  const boundedStix = (open: JsonSource): JsonSource => {
    const chunks = () => limitObjects(bounded(open)(), limits.stix.maxObjects);
    return Object.assign(chunks, { maxValueBytes });
  };
  const readers: Readers = {
    document: async (_caller, file) => {
      const { maxBytes, ...costs } = limits.document;
      requireBytes(file.bytes.length, maxBytes, "file_too_large", "The document");
      const isPage = detectMediaType(file.bytes, file.filename) === "html";
      if (isPage) requireBoundedPage(file.bytes, limits.html);
      return withFewParts(await extractDocument(file, costs));
    },
    html: async (_caller, page) => {
      requireBoundedPage(page.bytes, limits.html);
      return withFewParts(extractPage(page, limits.html));
    },
    mail: async (_caller, bytes) => {
      requireBytes(bytes.length, limits.document.maxBytes, "file_too_large", "The email");
      return await readMail(bytes, readers);
    },
    feed: async (_caller, page, url) => readBoundedFeed(page, url, limits.feed),
    feedLinks: async (_caller, page, url) => {
      requireBytes(page.bytes.length, limits.feed.maxBytes, "document_unreadable", "The page");
      return findFeedLinks(decodePage(page), url);
    },
    navigator: async (_caller, bytes) => readLayerFile(bytes, limits.navigator),
    stix: (_caller, open, names, sent) => readStix(boundedStix(open), names, sent),
    sharingEvents: (_caller, open, names) => readEvents(bounded(open), names),
    matrix: (_caller, open, names, options) =>
      readAnyMatrix(boundedStix(open), names, options, (source) => checkYaml(source, limits.yaml)),
  };
  return readers;
}

function requireBoundedPage(bytes: Uint8Array, { maxBytes, maxTags }: ReaderLimits["html"]): void {
  requireBytes(bytes.length, maxBytes, "document_unreadable", "The page");
  if (!hasFewTagBytes(bytes, maxTags)) {
    throw new AppError("document_unreadable", `The page has more than ${maxTags} tags.`);
  }
}

/** Drops the parts of a text that has too many of them. Its structure is then inferred. */
function withFewParts(read: ExtractedDocument): ExtractedDocument {
  if (hasFewParts(read)) return read;
  const { printed: _printed, ...rest } = read;
  return { ...rest, blocks: [] };
}

function readBoundedFeed(
  { bytes, contentType }: FetchedPage,
  url: string,
  { maxBytes, maxTags }: ReaderLimits["feed"],
): Feed {
  if (bytes.length > maxBytes) {
    throw new UnreadableFeed(`is larger than the limit of ${formatBytes(maxBytes)}`);
  }
  if (!hasFewTagBytes(bytes, maxTags)) throw new UnreadableFeed(`has more than ${maxTags} tags`);
  return readFeed(decodeFeed(bytes, contentType), url);
}

function readLayerFile(
  bytes: Uint8Array,
  { maxBytes, maxValues }: ReaderLimits["navigator"],
): ReadLayer {
  requireBytes(bytes.length, maxBytes, "body_too_large", "The layer");
  requireBoundedJson(bytes, maxValues);
  const file = navigatorLayerSchema.safeParse(parseJson(bytes));
  if (!file.success) throw new ShapeError(file.error.issues);
  return readNavigator(file.data);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (cause) {
    const detail = "The request body must be valid JSON in UTF-8.";
    throw new AppError("invalid_json", detail, { cause });
  }
}

async function checkYaml(open: JsonSource, limits: ReaderLimits["yaml"]): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  const what = "A matrix in YAML";
  for await (const chunk of limitChunks(open(), limits.maxBytes, "body_too_large", what)) {
    text += decoder.decode(chunk, { stream: true });
  }
  requireBoundedYaml(text, limits.maxTokens);
}
