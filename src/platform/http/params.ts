import { z } from "zod";
import { UUID_PATTERN } from "../lib/ids.ts";

/** An identifier in a path or body: any case in, one case out; 400 `invalid_id` when malformed. */
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
/** A text to look for. */
export function searchParam(description: string) {
  return z
    .string()
    .max(100, "must have at most 100 characters")
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .optional()
    .meta({ description });
}

/** A query parameter that is `true` or `false`. */
export function booleanParam(fallback: boolean) {
  return z
    .enum(["true", "false"])
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");
}
