import { AppError } from "../../../platform/lib/errors.ts";
import { describeRemedy } from "./context-remedy.ts";
import type { ModelBinding } from "./open-model.ts";

/** The division of a model's context. */
export interface CallPlan {
  /** Tokens of input and output in one call. Null if unknown. */
  limit: number | null;
  /** Estimated tokens of a report per call. */
  chunkTokens: number;
  answerTokens: number;
  /** Maximum techniques suggested by the embedded analyzer. */
  maxSuspected: number;
  /** Characters of a bad answer that are shown to the model again. */
  repairChars: number;
}

/** Minimum context. A smaller one has no room for a report between instructions and answer. */
const MIN_CONTEXT = 4_096;
const MAX_ANSWER_TOKENS = 16_000;
const MAX_SUSPECTED = 60;
const MAX_REPAIR_CHARS = 2_000;
/** Tokens of the instructions and the chat template. */
export const INSTRUCTION_TOKENS = 600;
/** Tokens of an id and a name. */
export const TOKENS_PER_SUSPECTED = 18;
const CHARS_PER_REPAIR_TOKEN = 2;

/**
 * Divides a model's context between instructions, report and answer. If the limit is unknown, only
 * `PROVIDER_x_CHUNK_CHARS` applies.
 * @throws AppError `provider_error` if the context is too small for any report
 */
export function planCalls(limit: number | null, binding: ModelBinding): CallPlan {
  if (limit === null) {
    return {
      limit,
      chunkTokens: Number.POSITIVE_INFINITY,
      answerTokens: MAX_ANSWER_TOKENS,
      maxSuspected: MAX_SUSPECTED,
      repairChars: MAX_REPAIR_CHARS,
    };
  }
  if (limit < MIN_CONTEXT) {
    throw new AppError(
      "provider_error",
      `The model reads ${limit} tokens per call, and an analysis needs at least ${MIN_CONTEXT}. ${describeRemedy(binding)}`,
    );
  }
  const answerTokens = Math.min(MAX_ANSWER_TOKENS, Math.floor(limit / 4));
  const maxSuspected = Math.min(MAX_SUSPECTED, Math.floor(limit / 128));
  const repairChars = Math.min(MAX_REPAIR_CHARS, Math.floor(limit / 4));
  const others =
    INSTRUCTION_TOKENS +
    answerTokens +
    maxSuspected * TOKENS_PER_SUSPECTED +
    repairChars / CHARS_PER_REPAIR_TOKEN;
  return { limit, chunkTokens: limit - others, answerTokens, maxSuspected, repairChars };
}
