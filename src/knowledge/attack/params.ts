import { z } from "zod";
import { AppError } from "../../platform/lib/errors.ts";
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
  // ATLAS has case studies instead.
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

/** The same for routes where both body and query may name it. They must agree. */
export const releaseOverride = {
  domain: z.string().max(64).optional().meta({
    description:
      "Domain (default enterprise-attack). The request is refused if body and query name different ones.",
  }),
  version: versionParam.optional().meta({
    description:
      "Ingested release (default: the current release). The request is refused if body and query name different ones.",
  }),
};

type NamedRelease = { [K in keyof typeof releaseOverride]?: string | undefined };

/**
 * Returns the release that a body and a query name, with ATT&CK Enterprise as the default domain.
 * @throws AppError `validation_error` if they name different ones
 */
export function namedRelease(
  body: NamedRelease,
  query: NamedRelease,
): { domain: string; version: string | undefined } {
  return {
    domain: requireAgreement("domain", body.domain, query.domain) ?? DEFAULT_DOMAIN,
    version: requireAgreement("version", body.version, query.version),
  };
}

/**
 * Returns the value of a field that both the body and the query may contain.
 * @throws AppError `validation_error` if both contain it and they differ
 */
export function requireAgreement<T extends string>(
  field: string,
  inBody: T | undefined,
  inQuery: T | undefined,
): T | undefined {
  if (inBody === undefined || inQuery === undefined || inBody === inQuery) {
    return inBody ?? inQuery;
  }
  const detail = `'${field}' is ${inBody} in the body and ${inQuery} in the query; send it once.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: `/${field}`, detail }] });
}

/** The release of a request: `domain`, and `version` if it is not the current one. */
export const releaseQuery = {
  domain: z.string().max(64).default(DEFAULT_DOMAIN).meta({
    description: "Domain of the knowledge base.",
    example: "enterprise-attack",
  }),
  version: versionParam.optional().meta({
    description: "Ingested release, such as 19.1; the current release if left out.",
  }),
};
