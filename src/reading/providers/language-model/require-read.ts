import { AppError } from "../../../platform/lib/errors.ts";
import { describeRemedy } from "./context-remedy.ts";
import { leastTokens } from "./count-tokens.ts";
import type { ModelBinding } from "./open-model.ts";

/**
 * Checks that a runtime read the whole prompt: some cut what exceeds their context and answer as if
 * nothing had happened.
 * @param read tokens that it reports; nothing can be said of one that reports none
 * @param limit of its context, null if unknown: a prompt that fills it was cut
 * @throws AppError `provider_error` with what to do
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
