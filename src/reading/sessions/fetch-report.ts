import type { ExtractedDocument } from "../../formats/documents/document.ts";
import { isHtml } from "../../formats/documents/decode-page.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { fetchAnswer, readWhole, statusError } from "../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { publicNetwork } from "../../platform/outbound/public-network.ts";
import { sourceLimits } from "../../platform/outbound/time-limits.ts";
import type { FetchDeps } from "./deps.ts";

/** A fetched report: its text, and the bytes received. */
export interface FetchedReport {
  document: ExtractedDocument;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Fetches a report within the egress policy for hosts named by others, and extracts its text: the article of a web
 * page, or a PDF, DOCX or plain text like an upload.
 * @param caller whose extractions run one at a time. Defaults to the site.
 * @throws OutboundError with a sentence that explains why there is no text
 */
export async function fetchReport(
  deps: FetchDeps,
  url: string,
  caller = new URL(url).host,
): Promise<FetchedReport> {
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
  const document = await readDocument(deps, bytes, type, url, caller);
  return { document, bytes };
}

async function readDocument(
  deps: FetchDeps,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  url: string,
  caller: string,
): Promise<ExtractedDocument> {
  const page = { bytes, contentType };
  try {
    if (isHtml(page)) return await deps.readers.html(caller, page);
    return await deps.readers.document(caller, { bytes, filename: "" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OutboundError(`${url} cannot be read as a report: ${error.message}`, {
      transient: false,
      cause: error,
    });
  }
}
