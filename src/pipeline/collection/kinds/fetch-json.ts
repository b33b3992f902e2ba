import { type JsonCut, JsonCutter, type JsonSelect } from "../../../formats/json/json-cutter.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { concatBytes, formatBytes } from "../../../platform/lib/streams.ts";
import type { OutboundAnswer } from "../../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "../deps.ts";
import { askSource, refusal, type SourceRequest } from "./ask-source.ts";

/** Largest answer that is held, in bytes. */
const MAX_ANSWER_BYTES = 20 * 1024 * 1024;
/** What is read of an answer itself is small; a larger value is passed over. */
const MAX_VALUE_BYTES = 1024 * 1024;

export interface JsonRequest extends SourceRequest {
  /** What is cut out of the answer. */
  select: JsonSelect;
  visit: (cut: JsonCut) => void;
  /** The largest value that is cut out, in bytes. */
  maxValueBytes?: number;
}

export interface JsonAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Headers;
  /** The error for a status that was asked for beside 200. */
  refusal: OutboundError | null;
  /** Where permanent redirects alone led to. */
  permanentUrl: string;
  /** When the server says that it answered, else when it did (ISO 8601). */
  at: string;
}

/** An answer is larger than is held, so that asking for less may help. */
export class TooLarge extends OutboundError {}

/** The largest answer that an import can take in beside others. */
export function maxAnswerBytes(deps: CollectionDeps): number {
  return Math.min(MAX_ANSWER_BYTES, Math.floor(deps.settings.MAX_IMPORT_BYTES / 2));
}

/**
 * Asks a source for JSON and cuts values out of it while it comes.
 * @throws OutboundError for an answer that is no JSON, TooLarge
 */
export async function fetchJson(
  deps: CollectionDeps,
  { select, visit, maxValueBytes = MAX_VALUE_BYTES, ...request }: JsonRequest,
): Promise<JsonAnswer> {
  return await askSource(deps, request, async (answer) => {
    const cutter = new JsonCutter(select, maxValueBytes);
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of withinLimit(answer, maxAnswerBytes(deps))) {
        requireNoPage(answer, chunks.length === 0 ? chunk : null);
        chunks.push(chunk);
        for (const cut of cutter.push(chunk)) visit(cut);
      }
      for (const cut of cutter.end()) visit(cut);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = `${answer.url} does not answer with valid JSON: ${error.message}`;
      throw new OutboundError(message, { transient: false, status: 200, cause: error });
    }
    const { headers, status } = answer.response;
    const at = Date.parse(headers.get("Date") ?? "");
    return {
      bytes: concatBytes(chunks),
      headers,
      refusal: status === 200 ? null : refusal(deps, request.url, answer),
      permanentUrl: answer.permanentUrl,
      at: Number.isNaN(at) ? deps.now() : new Date(at).toISOString(),
    };
  });
}

async function* withinLimit(answer: OutboundAnswer, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of answer.chunks()) {
    size += chunk.byteLength;
    if (size > limit) {
      const message = `${answer.url} sends more than ${formatBytes(limit)}.`;
      throw new TooLarge(message, { transient: false, status: 200 });
    }
    // The network may write over a chunk that was read.
    yield chunk.slice();
  }
}

/** Login pages and error pages come where JSON should be. */
function requireNoPage({ response, url }: OutboundAnswer, first: Uint8Array | null): void {
  if (first === null) return;
  const isMarked = /\bx?html\b/i.test(response.headers.get("Content-Type") ?? "");
  const start = new TextDecoder().decode(first.subarray(0, 100)).trimStart();
  if (!start.startsWith("<") && !(isMarked && !/^[[{]/.test(start))) return;
  const message = `${url} answers with a web page instead of JSON. Check the address.`;
  throw new OutboundError(message, { transient: false, status: 200 });
}
