import { type JsonCut, JsonCutter, type JsonSelect } from "../../../formats/json/json-cutter.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { concatBytes, formatBytes } from "../../../platform/lib/streams.ts";
import type { OutboundAnswer } from "../../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "../deps.ts";
import { askSource, refusal, type SourceRequest } from "./ask-source.ts";

/** Maximum response size held in memory, in bytes. */
const MAX_ANSWER_BYTES = 20 * 1024 * 1024;
/** The response values read here are small. A larger value is skipped. */
const MAX_VALUE_BYTES = 1024 * 1024;

export interface JsonRequest extends SourceRequest {
  /** Which values to extract. */
  select: JsonSelect;
  visit: (cut: JsonCut) => void;
  /** Maximum size of an extracted value, in bytes. */
  maxValueBytes?: number;
}

export interface JsonAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Headers;
  /** The error for an accepted status other than 200. */
  refusal: OutboundError | null;
  /** The address after following only permanent redirects. */
  permanentUrl: string;
  /** The response time that the server states, or else the actual time (ISO 8601). */
  at: string;
}

/** A response exceeds the memory limit, so requesting less may help. */
export class TooLarge extends OutboundError {}

/** Returns the maximum response size that leaves an import room for others. */
export function maxAnswerBytes(deps: CollectionDeps): number {
  return Math.min(MAX_ANSWER_BYTES, Math.floor(deps.settings.MAX_IMPORT_BYTES / 2));
}

/**
 * Requests JSON from a source and extracts values while it is received.
 * @throws OutboundError for a response that is not JSON, TooLarge
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
    // The network may overwrite a chunk after it is read.
    yield chunk.slice();
  }
}

/** Rejects login and error pages that arrive instead of JSON. */
function requireNoPage({ response, url }: OutboundAnswer, first: Uint8Array | null): void {
  if (first === null) return;
  const isMarked = /\bx?html\b/i.test(response.headers.get("Content-Type") ?? "");
  const start = new TextDecoder().decode(first.subarray(0, 100)).trimStart();
  if (!start.startsWith("<") && !(isMarked && !/^[[{]/.test(start))) return;
  const message = `${url} answers with a web page instead of JSON. Check the address.`;
  throw new OutboundError(message, { transient: false, status: 200 });
}
