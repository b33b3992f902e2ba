import type { FetchedPage } from "../../../../formats/documents/decode-page.ts";
import { gunzip } from "../../../../platform/lib/gunzip.ts";
import { readUpTo, streamOf } from "../../../../platform/lib/streams.ts";
import { type OutboundAnswer, readWhole } from "../../../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";

/** Reads the body of a feed, or of a page that may link one. @throws OutboundError beyond `limit` bytes */
export async function readFeedBody(
  answer: OutboundAnswer,
  limit: number,
): Promise<FetchedPage & { bytes: Uint8Array<ArrayBuffer> }> {
  const bytes = await unpack(await readWhole(answer, limit), limit, answer.url);
  return { bytes, contentType: answer.response.headers.get("Content-Type") ?? "" };
}

/** Decompresses a feed served as a .gz file. `fetch` has already decoded any Content-Encoding. */
async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
  url: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const unpacked = streamOf(gunzip(new Blob([bytes]).stream()));
  const read = await readUpTo(unpacked.getReader(), limit).catch((cause: unknown) => {
    throw new OutboundError(`${url} sends a broken gzip file.`, { transient: false, cause });
  });
  if (read.complete) return read.bytes;
  const message = `${url} sends more than ${Math.floor(limit / 1024 / 1024)} MiB.`;
  throw new OutboundError(message, { transient: false });
}
