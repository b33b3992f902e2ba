import type { Context } from "../context.ts";
import { AppError } from "../lib/errors.ts";
import { followRedirects, readWhole, statusError } from "../outbound/follow-redirects.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import { publicNetwork } from "../outbound/public-url.ts";
import { isHtml } from "../readers/decode-page.ts";

/**
 * Fetches the article that a report links to, through the wall, and reads its text: HTML here,
 * PDF, DOCX and plain text as uploads are read.
 * @throws OutboundError with a sentence that says why there is no text
 */
export async function fetchArticle(context: Context, url: string): Promise<string> {
  const answer = await followRedirects({
    url,
    timeoutMs: context.settings.SOURCE_TIMEOUT_MS,
    networkFor: publicNetwork(context),
    headers: { Accept: "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.8" },
  });
  if (answer.response.status !== 200) {
    void answer.response.body?.cancel();
    throw statusError(url, answer.response);
  }
  const bytes = await readWhole(answer, context.settings.MAX_UPLOAD_BYTES);
  const type = answer.response.headers.get("Content-Type") ?? "";
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
  const page = { bytes, contentType: type };
  // What one site sends waits for that site alone.
  const caller = new URL(url).host;
  try {
    if (isHtml(page)) return await context.readers.html(caller, page);
    return (await context.readers.document(caller, { bytes, filename: "" })).text;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OutboundError(`${url} cannot be read as a report: ${error.message}`, {
      transient: false,
      cause: error,
    });
  }
}
