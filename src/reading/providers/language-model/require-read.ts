import { AppError } from "../../../platform/lib/errors.ts";
import { describeRemedy } from "./context-remedy.ts";
import { leastTokens } from "./count-tokens.ts";
import type { ModelBinding } from "./open-model.ts";

/**
 * Checks that a runtime read the whole prompt. Some cut prompts that exceed their context and answer without an error.
 * @param read tokens that it reports, if any. Without them, no check is possible.
 * @param limit of its context, or null if unknown. A prompt that fills it was cut.
 * @throws AppError `provider_error` with advice
 */
export function requireRead(
  prompt: string,
  read: number | undefined,
  limit: number | null,
  binding: ModelBinding,
): void {
  if (read === undefined || read === 0) return;
  const least = leastTokens(prompt);
  const isFull = limit !== null && read >= limit - 1;
  if (read >= least && !isFull) return;
  const what = isFull ? `filled its context of ${limit} tokens` : `has at least ${least} tokens`;
  throw new AppError(
    "provider_error",
    `The provider read only ${read} tokens of a prompt that ${what}, so a part of the report was cut. ${describeRemedy(binding)}`,
  );
}
