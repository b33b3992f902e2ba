import type { ErrorCode } from "../platform/lib/errors.ts";
import type { ProblemInfo } from "../platform/http/problem.ts";

/** A sentence as each code comes with; where none is given, its title must do. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  input_required: "Provide either 'text' or 'file'",
  invalid_json: "The request body must be valid JSON in UTF-8.",
  invalid_id: "'technique_ids/0' must be a technique id such as T1059 or T1059.001.",
  invalid_provider: "'provider' must be one of provider_a, provider_b, provider_c.",
  invalid_language: "'language' must be one of sigma, kql, spl, eql.",
  body_incomplete: "The request body ended before it was whole; send it again.",
  authentication_required: "The request did not come through the configured reverse proxy.",
  role_required: "This needs the role analyst or admin; yours is viewer.",
  role_unknown: "X-Auth-Roles must be admin, analyst or viewer.",
  role_ambiguous: "X-Auth-Roles must hold exactly one role.",
  cross_origin: "A page of another origin may not change anything here.",
  not_found: "There is nothing of that id.",
  unknown_domain: "There is no domain 'space-attack'; there are enterprise-attack, ics-attack.",
  version_not_found: "There is no release 17.0 of enterprise-attack; there are 18.1, 17.1.",
  knowledge_base_empty: "No release of enterprise-attack is ingested yet; sync or send one.",
  body_too_slow:
    "The request body came slower than 16384 bytes a second; send it again over a faster connection.",
  invalid_transition: "A report that is rejected cannot become promoted; possible: pending.",
  conflict: "It is known already, or another change came in between; read it again.",
  analysis_failed: "The analysis failed: the provider did not answer in time.",
  file_too_large: "The file is larger than 25 MiB.",
  text_too_long: "The text has more than 1000000 characters; split it.",
  body_too_large: "The request body is larger than 2 MiB.",
  unsupported_file_type: "The file must be PDF, DOCX or TXT, by name and by content.",
  validation_error: "'limit' must lie between 1 and 200.",
  document_unreadable: "The document is encrypted; send it without a password.",
  document_empty: "The document holds no text; a scan must be recognised first.",
  not_stix: "The body is not a STIX bundle.",
  not_sharing_event: "The body is not an event of a sharing platform.",
  not_ml_matrix: "The body is not a machine-learning threat matrix.",
  unsupported_kind: "Only ipv4 and domain are enriched; this is sha256.",
  rate_limited: "At most 30 analyses a minute; try again in 12 seconds.",
  internal_error: "Something went wrong on our side; the log has the details under the request id.",
  provider_error: "The provider answered with an error.",
  provider_bad_output: "The provider's answer could not be used.",
  provider_not_configured: "provider_b is not configured; set PROVIDER_B_KIND.",
  storage_unavailable: "The storage did not answer; try again shortly.",
  starting: "The service is starting; try again in a few seconds.",
  not_configured: "A setting of the service is missing or wrong; its log names it.",
  identity_unavailable: "The keys of Cloudflare Access cannot be had; try again in 10 seconds.",
  quota_exceeded:
    "At most 20000 layers are stored (QUOTA_LAYERS); delete some, or have the setting raised.",
  service_busy: "Too much is being sent at once; try again in a few seconds.",
  provider_timeout: "The provider sent nothing within 120 seconds.",
};

/** Codes that come with the places of their faults. */
const WITH_ERRORS: Partial<Record<ErrorCode, string>> = {
  validation_error: "/limit",
  invalid_id: "/technique_ids/0",
  invalid_language: "/language",
};

/** A whole answer of a code, for the document. */
export function problemExample({ code, status, title }: ProblemInfo) {
  const detail = DETAILS[code] ?? `${title}.`;
  const pointer = WITH_ERRORS[code];
  const value = {
    type: `/docs#error-${code}`,
    title,
    status,
    detail,
    code,
    request_id: "5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11",
    ...(pointer !== undefined && { errors: [{ pointer, detail }] }),
  };
  return { summary: title, value };
}
