import { z } from "zod";
import { identifierParam } from "../../platform/http/params.ts";
import { TECHNIQUE_ID_PATTERN } from "./technique-id.ts";
import { DEFAULT_DOMAIN } from "./vocabulary.ts";

const upper = (value: string) => value.toUpperCase();

export const techniqueIdParam = identifierParam(
  "a technique id such as T1059 or T1059.001",
  TECHNIQUE_ID_PATTERN,
  upper,
).meta({ pattern: "^([Aa][Mm][Ll]\\.)?[Tt]\\d{4,6}(\\.\\d{3,4})?$", example: "T1059.001" });
export const groupIdParam = identifierParam("a group id such as G0016", /^G\d{4}$/, upper).meta({
  pattern: "^[Gg]\\d{4}$",
  example: "G0016",
});
export const campaignIdParam = identifierParam(
  "a campaign id such as C0024",
  // ATLAS has case studies in their place.
  /^(C|AML\.CS)\d{4}$/,
  upper,
).meta({ pattern: "^([Cc]|[Aa][Mm][Ll]\\.[Cc][Ss])\\d{4}$", example: "C0024" });

export const softwareIdParam = identifierParam(
  "a software id such as S0154",
  /^S\d{4,6}$/,
  upper,
).meta({ pattern: "^[Ss]\\d{4,6}$", example: "S0154" });

export const versionParam = z.string().min(1).max(32).meta({
  description: "Ingested release, such as 19.1.",
  example: "19.1",
});

/** The same where the body may name it too; the body goes before. */
export const releaseOverride = {
  domain: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Domain; used if the body names none (default enterprise-attack)." }),
  version: versionParam.optional().meta({
    description: "Ingested release; used if the body names none (default: the current release).",
  }),
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
    description: "Domain of the knowledge base.",
    example: "enterprise-attack",
  }),
  version: versionParam.optional().meta({
    description: "Ingested release, such as 19.1; the current release if left out.",
  }),
};
