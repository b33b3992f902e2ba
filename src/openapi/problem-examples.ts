import type { ErrorCode } from "../platform/lib/errors.ts";
import type { ProblemInfo } from "../platform/http/problem.ts";

/** An example error message for each code; codes without one use their title. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  input_required: "Provide either 'text' or 'file'",
  invalid_json: "The request body must be valid JSON in UTF-8.",
  invalid_id: "'technique_ids/0' must be a technique id such as T1059 or T1059.001.",
  invalid_provider: "'provider' must be one of provider_a, provider_b, provider_c.",
  invalid_language: "'language' must be one of sigma, kql, spl, eql.",
  body_incomplete: "The request body ended before it was complete; send it again.",
  authentication_required: "The request did not come through the configured reverse proxy.",
  role_required: "This needs the role analyst or admin; yours is viewer.",
  role_unknown: "X-Auth-Roles must be admin, analyst or viewer.",
  role_ambiguous: "X-Auth-Roles must hold exactly one role.",
  cross_origin:
    "Pages of other origins may not change data; if this is your own page, set PUBLIC_ORIGIN to its origin.",
  not_found: "There is no session 0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70.",
  unknown_domain:
    "There is no domain 'space-attack'; known are enterprise-attack, mobile-attack, ics-attack, atlas.",
  version_not_found: "Version '17.0' of enterprise-attack is not ingested; there are 19.1, 18.1.",
  knowledge_base_empty:
    "No release of enterprise-attack is ingested yet; send a bundle to POST /api/sync/bundles.",
  body_too_slow:
    "The request body arrived at less than 16384 bytes a second; send it again over a faster connection.",
  invalid_transition: "A report that is rejected cannot become promoted; possible: pending.",
  conflict: "There is a source for https://blog.example.com/feed.xml already.",
  session_signed:
    "ann@example.org signed this report at 2026-11-22T08:15:00.000Z. Reopen it first.",
  analysis_failed: "The analysis failed: the provider did not answer in time.",
  precondition_failed:
    "Session 0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70 was changed since you read it. Compare 'current' with 'sent', and send the change with the new ETag if it still holds.",
  file_too_large: "The file is larger than 25 MiB.",
  text_too_long: "The text has more than 1000000 characters; split it.",
  body_too_large: "The request body is larger than 2 MiB.",
  unsupported_file_type: "The file name ends in '.exe'; upload a .pdf, .docx, .html or .txt file.",
  validation_error: "'limit' must lie between 1 and 200.",
  document_unreadable: "The PDF is password-protected; remove the password and upload it again.",
  document_empty: "The document has no text; upload one with text in it.",
  not_stix: 'The body is not a STIX bundle: it needs "type": "bundle" and "objects".',
  not_sharing_event:
    "The body is not a sharing-platform event; send an event, a list of events or a response.",
  not_ml_matrix:
    "The body is not a machine-learning threat matrix; send ATLAS data or a case study.",
  unsupported_kind:
    "RDAP cannot be asked about an observable of the kind sha256. It takes ipv4, ipv6, domain.",
  marked_red:
    "Only TLP:RED reports name this value, so it was not sent to VirusTotal. Confirm if it may leave.",
  rate_limited: "At most 30 analyses a minute; try again in 12 seconds.",
  internal_error: "Something went wrong on our side; the log has the details under the request id.",
  provider_error: "The provider failed (HTTP 500); try again later.",
  provider_bad_output:
    "The provider returned an unusable answer twice: The answer holds no JSON object.",
  provider_not_configured: "provider_b is not configured; set PROVIDER_B_KIND, or use provider_a.",
  storage_unavailable: "The storage did not answer; try again shortly.",
  storage_full:
    "The disk of the service is full: nothing was stored. Ask the operator to free space, or delete what is not needed, and send this again.",
  starting: "The service is starting; try again in a few seconds.",
  not_configured: "A setting of the service is missing or wrong; its log names it.",
  identity_unavailable:
    "The keys of Cloudflare Access cannot be fetched, so users cannot be identified; try again shortly.",
  quota_exceeded:
    "At most 20000 layers are stored (QUOTA_LAYERS); delete some, or have the setting raised.",
  service_busy: "Too many requests are being sent at once; try again in a few seconds.",
  provider_timeout: "The provider sent nothing within 120 seconds (PROVIDER_A_TIMEOUT_MS).",
};

/** Codes whose errors list the invalid fields, with an example field. */
const WITH_ERRORS: Partial<Record<ErrorCode, string>> = {
  validation_error: "/limit",
  invalid_id: "/technique_ids/0",
  invalid_language: "/language",
};

/** Builds a complete example problem for a code. */
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
