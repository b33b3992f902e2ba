import { z } from "zod";
import { UUID_PATTERN } from "../lib/ids.ts";

/** Returns an identifier of a path or body, case-insensitive and normalized. A malformed one gets 400 `invalid_id`. */
export function identifierParam(what: string, pattern: RegExp, fold: (value: string) => string) {
  return z
    .string()
    .transform((value) => fold(value.trim()))
    .refine((value) => pattern.test(value), {
      error: `must be ${what}`,
      params: { code: "invalid_id" },
    });
}

const lower = (value: string) => value.toLowerCase();

export const uuidParam = identifierParam("a UUID", UUID_PATTERN, lower).meta({
  format: "uuid",
  example: "00000000-0000-4000-8000-000000000000",
});
/** Returns a query parameter with a search text. */
export function searchParam(description: string) {
  return z
    .string()
    .max(100, "must have at most 100 characters")
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .optional()
    .meta({ description });
}

/** Returns a query parameter that is `true` or `false`. */
export function booleanParam(fallback: boolean) {
  return z
    .enum(["true", "false"])
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");
}

/** Returns a query parameter with one or more comma-separated values. */
export function listParam<T extends string>(
  item: z.ZodType<T, string>,
  description: string,
  example: T,
) {
  return z
    .string()
    .max(1_000)
    .transform((text) => [...new Set(text.split(",").map((one) => one.trim()))])
    .pipe(z.array(item).min(1).max(50))
    .optional()
    .meta({ description, example });
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MOMENT = "must be a date such as 2026-01-31, or a date and time such as 2026-01-31T00:00:00Z";

/** Converts a date or time to the moment when it begins or, for the end of a span, to the moment after it. */
function momentParam(description: string, isEnd: boolean) {
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], MOMENT)
    .transform((text) => {
      const isDay = text.length === "2026-01-31".length;
      const after = isEnd ? (isDay ? DAY_MS : 1) : 0;
      return new Date(Date.parse(text) + after).toISOString();
    })
    .optional()
    .meta({ description, example: "2026-11-22" });
}

/** Returns a parameter for the first moment of a span. `what` completes its description. */
export function sinceParam(what: string) {
  return momentParam(`Return only ${what} or later; a date or a date and time.`, false);
}

/** Returns a parameter for the moment after a span. `what` completes its description. */
export function untilParam(what: string) {
  return momentParam(`Return only ${what} or earlier; a date counts with its whole day.`, true);
}
