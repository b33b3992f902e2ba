import { decodeFeed } from "../collection/feeds/decode-feed.ts";
import type { Context } from "../context.ts";
import { htmlToText } from "../documents/html-text.ts";
import { AppError } from "../lib/errors.ts";
import { fetchAnswer, readWhole, statusError } from "../outbound/fetch-answer.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import { publicNetwork } from "../outbound/public-url.ts";
import { sourceLimits } from "../outbound/time-limits.ts";

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([A-Za-z0-9._:-]{1,40})/i;
const HEAD_BYTES = 2048;

/**
 * Fetches the article that a report links to, through the wall, and reads its text: HTML here,
 * PDF, DOCX and plain text as uploads are read.
 * @throws OutboundError with a sentence that says why there is no text
 */
export async function fetchArticle(context: Context, url: string): Promise<string> {
  const request = {
    url,
    ...sourceLimits(context.settings),
    networkFor: publicNetwork(context),
    headers: { Accept: "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.8" },
  };
  const { bytes, type } = await fetchAnswer(request, async (answer) => {
    const { status, headers } = answer.response;
    if (status !== 200) throw statusError(url, answer.response, context.now());
    const limit = context.settings.MAX_UPLOAD_BYTES;
    return { bytes: await readWhole(answer, limit), type: headers.get("Content-Type") ?? "" };
  });
  const text = await readText(context, bytes, type, url);
  if (text.trim() !== "") return text;
  throw new OutboundError(`${url} holds no text.`, { transient: false });
}

async function readText(
  context: Context,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  url: string,
): Promise<string> {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD_BYTES));
  if (/\bx?html\b/i.test(type) || /^\s*<(?:!doctype html|html|\?xml)/i.test(head)) {
    const charset = META_CHARSET.exec(head)?.[1];
    const declared = /charset=/i.test(type) || charset === undefined ? type : `charset=${charset}`;
    return htmlToText(decodeFeed(bytes, declared));
  }
  try {
    return (await context.documents.extract({ bytes, filename: "" })).text;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OutboundError(`${url} is neither HTML nor a report: ${error.message}`, {
      transient: false,
      cause: error,
    });
  }
}
