import type { FeedItem } from "../pipeline/collection/feeds/feed.ts";
import type { FeedLink } from "../pipeline/collection/feeds/feed-links.ts";
import type { ExtractedDocument } from "../formats/documents/document.ts";
import type { Mail } from "../formats/mail/mail.ts";
import type { Imported } from "../pipeline/imports/readers/imported.ts";
import { AppError } from "../platform/lib/errors.ts";
import { linesOf } from "../platform/lib/lines-of.ts";
import { readLargeChunks, streamOf } from "../platform/lib/streams.ts";
import type { ReaderLimits } from "./limits.ts";
import {
  type AnswerLine,
  CALLER_HEADER,
  type FeedHead,
  fromFailure,
  type LayerMessage,
  type ReaderKind,
  type ReaderParams,
} from "./messages.ts";
import { toNamesMessage } from "./names-message.ts";
import type {
  MatrixFacts,
  MatrixPart,
} from "../pipeline/imports/readers/ml-matrix/matrix-parts.ts";
import type { Caller, Readers } from "./readers.ts";
import { ReleaseCollector, type ReleaseMessage } from "./release-message.ts";

/** The part of a service binding in use. */
export interface ReaderService {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

type Body = AsyncIterable<Uint8Array>;
const objectsOf = (values: AsyncIterable<unknown>) => values as AsyncIterable<Imported>;
type MatrixMessage = { facts: MatrixFacts } | { object: Imported } | ReleaseMessage;

/**
 * Creates readers in processes that can be killed when one exceeds its limits. Content is streamed to them after a line
 * of parameters, and the response is streamed back line by line.
 */
export function createServiceReaders(service: ReaderService, limits: ReaderLimits): Readers {
  const ask = <K extends ReaderKind>(
    kind: K,
    caller: Caller,
    params: ReaderParams[K],
    body: Body,
  ) => askService(service, kind, caller, { ...params, limits }, body);
  return {
    document: async (caller, { bytes, filename }) => {
      const params = { filename: filename.toWellFormed() };
      return (await onlyOne(ask("document", caller, params, once(bytes)))) as ExtractedDocument;
    },
    html: async (caller, { bytes, contentType }) =>
      (await onlyOne(ask("html", caller, { contentType }, once(bytes)))) as ExtractedDocument,
    mail: async (caller, bytes) => (await onlyOne(ask("mail", caller, {}, once(bytes)))) as Mail,
    feed: async (caller, { bytes, contentType }, url) => {
      const [head, ...items] = await all(ask("feed", caller, { contentType, url }, once(bytes)));
      return { ...(head as FeedHead), items: items as FeedItem[] };
    },
    feedLinks: async (caller, { bytes, contentType }, url) =>
      (await all(ask("feed-links", caller, { contentType, url }, once(bytes)))) as FeedLink[],
    navigator: async (caller, bytes) => {
      const layer = (await onlyOne(ask("navigator", caller, {}, once(bytes)))) as LayerMessage;
      return { ...layer, technique_ids: new Set(layer.technique_ids) };
    },
    stix: (caller, open, names, sent) =>
      objectsOf(ask("stix", caller, { names: toNamesMessage(names), sent }, open())),
    sharingEvents: (caller, open, names) =>
      objectsOf(ask("sharing-events", caller, { names: toNamesMessage(names) }, open())),
    matrix: (caller, open, names, options) => {
      const params = { names: toNamesMessage(names), options };
      return partsOf(ask("ml-matrix", caller, params, open()) as AsyncIterable<MatrixMessage>);
    },
  };
}

/**
 * Yields the values of a response as they arrive.
 * @throws what the reader failed with; AppError `starting` if the program that runs the readers ended. That program
 * reports a reader that ended in a line of the response, so a response without its last line means that the program
 * ended.
 */
async function* askService(
  service: ReaderService,
  kind: ReaderKind,
  caller: Caller,
  head: object,
  body: Body,
): AsyncGenerator<unknown, void, void> {
  let isEnded = false;
  // Reads to the end of the stream: a caller that leaves earlier abandons the reader, which ends it.
  for await (const line of answerLines(service, kind, caller, withHead(head, body))) {
    if ("failure" in line) throw fromFailure(kind, line.failure);
    if ("end" in line) isEnded = true;
    else yield* line.values;
  }
  if (!isEnded) throw programEnded(new Error("the answer broke off"));
}

async function* answerLines(
  service: ReaderService,
  kind: ReaderKind,
  caller: Caller,
  body: Body,
): AsyncGenerator<AnswerLine, void, void> {
  try {
    for await (const text of await send(service, kind, caller, body)) {
      yield JSON.parse(text) as AnswerLine;
    }
  } catch (cause) {
    throw programEnded(cause);
  }
}

function programEnded(cause: unknown): AppError {
  const detail = "The service was restarted while it read this; send it again in a few seconds.";
  return new AppError("starting", detail, { headers: { "Retry-After": "5" }, cause });
}

async function send(
  service: ReaderService,
  kind: ReaderKind,
  caller: Caller,
  body: Body,
): Promise<AsyncIterable<string>> {
  const response = await service.fetch(`http://readers.internal/${kind}`, {
    method: "POST",
    headers: { [CALLER_HEADER]: encodeURIComponent(caller.toWellFormed()) },
    body: streamOf(body),
  });
  if (response.status !== 200 || response.body === null) {
    throw new Error(`the readers answered ${response.status}`);
  }
  return linesOf(readLargeChunks(response.body));
}

async function* withHead(head: object, body: Body): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  yield* body;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function all(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const value of values) found.push(value);
  return found;
}

async function onlyOne(values: AsyncIterable<unknown>): Promise<unknown> {
  const [value] = await all(values);
  return value;
}

async function* partsOf(messages: AsyncIterable<MatrixMessage>): AsyncGenerator<MatrixPart> {
  const collector = new ReleaseCollector();
  for await (const message of messages) {
    if ("facts" in message || "object" in message) yield message;
    else {
      const release = collector.take(message);
      if (release !== null) yield { release };
    }
  }
}
