import { concatBytes } from "../platform/lib/streams.ts";
import { createLocalReaders } from "./local-readers.ts";
import type { ReaderKind, ReaderParams, RequestHead } from "./messages.ts";
import { fromNamesMessage } from "./names-message.ts";
import type { MatrixPart } from "../pipeline/imports/readers/ml-matrix/matrix-parts.ts";
import type { Readers } from "./readers.ts";
import { toReleaseMessages } from "./release-message.ts";

type Answer<K extends ReaderKind> = (
  readers: Readers,
  params: ReaderParams[K],
  chunks: readonly Uint8Array[],
) => AsyncIterable<unknown>;

/** Handlers by request kind. `service-readers` receives the values they yield. */
const ANSWERS: { readonly [K in ReaderKind]: Answer<K> } = {
  document: async function* answer(readers, { filename }, chunks) {
    yield await readers.document("", { bytes: concatBytes(chunks), filename });
  },
  html: async function* answer(readers, { contentType }, chunks) {
    yield await readers.html("", { bytes: concatBytes(chunks), contentType });
  },
  mail: async function* answer(readers, _params, chunks) {
    yield await readers.mail("", concatBytes(chunks));
  },
  feed: async function* answer(readers, { contentType, url }, chunks) {
    const page = { bytes: concatBytes(chunks), contentType };
    const { items, ...head } = await readers.feed("", page, url);
    yield head;
    yield* items;
  },
  "feed-links": async function* answer(readers, { contentType, url }, chunks) {
    yield* await readers.feedLinks("", { bytes: concatBytes(chunks), contentType }, url);
  },
  navigator: async function* answer(readers, _params, chunks) {
    const layer = await readers.navigator("", concatBytes(chunks));
    yield { ...layer, technique_ids: [...layer.technique_ids] };
  },
  stix: (readers, { names, sent }, chunks) =>
    readers.stix("", () => each(chunks), fromNamesMessage(names), sent),
  "sharing-events": (readers, { names }, chunks) =>
    readers.sharingEvents("", () => each(chunks), fromNamesMessage(names)),
  "ml-matrix": (readers, { names, options }, chunks) =>
    partsOf(readers.matrix("", () => each(chunks), fromNamesMessage(names), options)),
};

/** Parses a request's content in the reader process. Throws what the parser throws. */
export function answerRequest<K extends ReaderKind>(
  kind: K,
  { limits, ...params }: RequestHead<K>,
  chunks: readonly Uint8Array[],
): AsyncIterable<unknown> {
  const answer = ANSWERS[kind] as Answer<K>;
  return answer(createLocalReaders(limits), params as unknown as ReaderParams[K], chunks);
}

async function* partsOf(parts: AsyncIterable<MatrixPart>): AsyncGenerator {
  for await (const part of parts) {
    if ("release" in part) yield* toReleaseMessages(part.release);
    else yield part;
  }
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
