import { AppError } from "../../../platform/lib/errors.ts";
import { describeRemedy } from "./context-remedy.ts";
import type { ModelBinding } from "./open-model.ts";

/** How the context of a model is divided. */
export interface CallPlan {
  /** Tokens that the runtime reads and writes in one call; null if unknown. */
  limit: number | null;
  /** Estimated tokens of a report that one call is given. */
  chunkTokens: number;
  answerTokens: number;
  /** Techniques that the embedded analyzer may suggest. */
  maxSuspected: number;
  /** Characters of a bad answer that the model is shown again. */
  repairChars: number;
}

/** Smaller ones leave no room for a report between the instructions and the answer. */
const MIN_CONTEXT = 4_096;
const MAX_ANSWER_TOKENS = 16_000;
const MAX_SUSPECTED = 60;
const MAX_REPAIR_CHARS = 2_000;
/** The instructions, and what a chat template puts around them. */
export const INSTRUCTION_TOKENS = 600;
/** An id and a name. */
export const TOKENS_PER_SUSPECTED = 18;
const CHARS_PER_REPAIR_TOKEN = 2;

/**
 * Divides the context of a model between instructions, report and answer. Where the limit is
 * unknown, `PROVIDER_x_CHUNK_CHARS` alone decides.
 * @throws AppError `provider_error` for a context that is too small for any report
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
