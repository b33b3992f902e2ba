import { z } from "zod";
import { TECHNIQUE_ID_PATTERN } from "../../knowledge/attack/technique-id.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import { UUID_PATTERN } from "../lib/ids.ts";

/** An identifier in a path or body: any case in, one case out; 400 `invalid_id` when malformed. */
function identifier(what: string, pattern: RegExp, fold: (value: string) => string) {
  return z
    .string()
    .transform((value) => fold(value.trim()))
    .refine((value) => pattern.test(value), {
      error: `must be ${what}`,
      params: { code: "invalid_id" },
    });
}

const upper = (value: string) => value.toUpperCase();
const lower = (value: string) => value.toLowerCase();

export const uuidParam = identifier("a UUID", UUID_PATTERN, lower).meta({
  format: "uuid",
  example: "00000000-0000-4000-8000-000000000000",
});
export const techniqueIdParam = identifier(
  "a technique id such as T1059 or T1059.001",
  TECHNIQUE_ID_PATTERN,
  upper,
).meta({ pattern: "^([Aa][Mm][Ll]\\.)?[Tt]\\d{4}(\\.\\d{3})?$", example: "T1059.001" });
export const groupIdParam = identifier("a group id such as G0016", /^G\d{4}$/, upper).meta({
  pattern: "^[Gg]\\d{4}$",
  example: "G0016",
});
export const campaignIdParam = identifier(
  "a campaign id such as C0024",
  // ATLAS has case studies in their place.
  /^(C|AML\.CS)\d{4}$/,
  upper,
).meta({ pattern: "^([Cc]|[Aa][Mm][Ll]\\.[Cc][Ss])\\d{4}$", example: "C0024" });

export const versionParam = z.string().min(1).max(32).meta({
  description: "An ingested release.",
  example: "18.1",
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

/** The same where the body may name it too; the body goes before. */
export const releaseOverride = {
  domain: z.string().max(64).optional().meta({ description: "Same as in the body." }),
  version: versionParam.optional().meta({ description: "Same as in the body." }),
};

type NamedRelease = { [K in keyof typeof releaseOverride]?: string | undefined };

/** The release that a body and a query name together; without a domain ATT&CK Enterprise. */
export function namedRelease(
  body: NamedRelease,
  query: NamedRelease,
): { domain: string; version: string | undefined } {
  return {
    domain: body.domain ?? query.domain ?? DEFAULT_DOMAIN,
    version: body.version ?? query.version,
  };
}

/** The release that a request reads: `domain`, and `version` when it is not the current one. */
export const releaseQuery = {
  domain: z.string().max(64).default(DEFAULT_DOMAIN).meta({
    description: "Knowledge-base domain.",
    example: "enterprise-attack",
  }),
  version: versionParam.optional().meta({
    description: "An ingested release, such as 18.1; without it the current one.",
  }),
};
