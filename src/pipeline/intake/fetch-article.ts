import type { IntakeDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { fetchAnswer, readWhole, statusError } from "../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { publicNetwork } from "../../platform/outbound/public-network.ts";
import { sourceLimits } from "../../platform/outbound/time-limits.ts";
import { isHtml } from "../../formats/documents/decode-page.ts";

/**
 * Fetches the article that a report links to, within the egress policy for hosts that others name, and
 * reads its text: HTML, or PDF, DOCX and plain text as uploads.
 * @throws OutboundError with a sentence that says why there is no text
 */
export async function fetchArticle(deps: IntakeDeps, url: string): Promise<string> {
  const request = {
    url,
    ...sourceLimits(deps.settings),
    networkFor: publicNetwork(deps),
    headers: { Accept: "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.8" },
  };
  const { bytes, type } = await fetchAnswer(request, async (answer) => {
    const { status, headers } = answer.response;
    if (status !== 200) throw statusError(url, answer.response, deps.now());
    const limit = deps.settings.MAX_UPLOAD_BYTES;
    return { bytes: await readWhole(answer, limit), type: headers.get("Content-Type") ?? "" };
  });
  const text = await readText(deps, bytes, type, url);
  if (text.trim() !== "") return text;
  throw new OutboundError(`${url} holds no text.`, { transient: false });
}

async function readText(
  deps: IntakeDeps,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  url: string,
): Promise<string> {
  const page = { bytes, contentType: type };
  // What one site sends waits for that site alone.
  const caller = new URL(url).host;
  try {
    if (isHtml(page)) return await deps.readers.html(caller, page);
    return (await deps.readers.document(caller, { bytes, filename: "" })).text;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OutboundError(`${url} cannot be read as a report: ${error.message}`, {
      transient: false,
      cause: error,
    });
  }
}
