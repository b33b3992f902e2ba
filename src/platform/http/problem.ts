import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { withCommonHeaders } from "./common-headers.ts";
import type { AppError, ErrorCode } from "../lib/errors.ts";

/** The only table of HTTP statuses and titles by error code. */
const PROBLEMS: Record<ErrorCode, [status: ContentfulStatusCode, title: string]> = {
  input_required: [400, "Input required"],
  invalid_json: [400, "Invalid JSON"],
  invalid_id: [400, "Invalid identifier"],
  invalid_provider: [400, "Invalid provider"],
  invalid_language: [400, "Invalid language"],
  body_incomplete: [400, "Body incomplete"],
  authentication_required: [401, "Authentication required"],
  role_required: [403, "Role required"],
  role_unknown: [403, "Unknown role"],
  role_ambiguous: [403, "Ambiguous role"],
  cross_origin: [403, "Cross-origin request refused"],
  not_found: [404, "Not found"],
  unknown_domain: [404, "Unknown domain"],
  version_not_found: [404, "Version not found"],
  knowledge_base_empty: [404, "Knowledge base empty"],
  method_not_allowed: [405, "Method not allowed"],
  body_too_slow: [408, "Body too slow"],
  invalid_transition: [409, "Invalid transition"],
  conflict: [409, "Conflict"],
  analysis_failed: [409, "Analysis failed"],
  session_signed: [409, "Report signed"],
  marked_red: [409, "Marked TLP:RED"],
  precondition_failed: [412, "Precondition failed"],
  file_too_large: [413, "File too large"],
  text_too_long: [413, "Text too long"],
  body_too_large: [413, "Body too large"],
  unsupported_file_type: [415, "Unsupported file type"],
  validation_error: [422, "Validation error"],
  document_unreadable: [422, "Document unreadable"],
  document_empty: [422, "Document empty"],
  not_stix: [422, "Not STIX"],
  not_sharing_event: [422, "Not a sharing-platform event"],
  not_ml_matrix: [422, "Not a machine-learning threat matrix"],
  unsupported_kind: [422, "Unsupported kind"],
  rate_limited: [429, "Rate limited"],
  internal_error: [500, "Internal error"],
  provider_error: [502, "Provider error"],
  provider_bad_output: [502, "Provider gave unusable output"],
  provider_not_configured: [503, "Provider not configured"],
  storage_unavailable: [503, "Storage unavailable"],
  starting: [503, "Starting"],
  identity_unavailable: [503, "Identity unavailable"],
  not_configured: [503, "Not configured"],
  service_busy: [503, "Service busy"],
  provider_timeout: [504, "Provider timed out"],
  quota_exceeded: [507, "Quota exceeded"],
  storage_full: [507, "Disk full"],
};

const field = <T extends z.ZodType>(schema: T, description: string) => schema.meta({ description });

/** RFC 9457 problem details, the body of every error response. */
export const problemSchema = z
  .object({
    type: field(z.string(), "Link to the description of the error code in the reference."),
    title: field(z.string(), "Short name of the error code."),
    status: field(z.int(), "HTTP status code."),
    detail: field(z.string(), "Explanation of the error in one sentence."),
    code: field(
      z.enum(Object.keys(PROBLEMS) as [ErrorCode, ...ErrorCode[]]),
      "Error code for programs.",
    ),
    request_id: field(z.string(), "Identifier of the request in the log."),
    session_id: field(
      z.uuid(),
      "Identifier of the session whose analysis failed; the analysis can be retried.",
    ).optional(),
    errors: field(
      z.array(
        z.object({
          pointer: field(z.string(), "JSON pointer to the field, or name of the parameter."),
          detail: field(z.string(), "Explanation of the error in one sentence."),
        }),
      ),
      "Errors by field, if the request has several or the error concerns a field.",
    ).optional(),
    current: field(
      z.unknown(),
      "What is stored now, as a read answers it; null if it is gone. With `precondition_failed`.",
    ).optional(),
    sent: field(
      z.unknown(),
      "What the request sent as JSON; null if it sent none. With `precondition_failed`.",
    ).optional(),
    changed_by: field(
      z.string().nullable(),
      "User who changed the resource last; null if nobody did. With `precondition_failed`.",
    ).optional(),
    changed_at: field(
      z.string().nullable(),
      "Time of that change. With `precondition_failed`.",
    ).optional(),
  })
  .meta({ id: "Problem" });

/**
 * Builds the `application/problem+json` response of an error.
 * @param sent the client's version, repeated in a precondition failure so that the response has both versions
 */
export function problemResponse(error: AppError, requestId: string, sent?: unknown): Response {
  const [status, title] = PROBLEMS[error.code];
  const { etag, ...state } = error.state ?? {};
  const body: z.input<typeof problemSchema> = {
    type: `/docs#error-${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.session_id && { session_id: error.session_id }),
    ...(error.errors && { errors: error.errors }),
    ...(error.state && { ...state, sent: sent ?? null }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: withCommonHeaders([
      ["Content-Type", "application/problem+json; charset=utf-8"],
      ...Object.entries(error.headers),
      // A 401 names the authentication scheme (RFC 9110, 15.5.2).
      ...(status === 401 ? [["WWW-Authenticate", "Bearer"] as const] : []),
      ...(etag === undefined ? [] : [["ETag", etag] as const]),
    ]),
  });
}

/** The status and title of an error code. */
export interface ProblemInfo {
  code: ErrorCode;
  status: number;
  title: string;
}

export function problemInfo(code: ErrorCode): ProblemInfo {
  const [status, title] = PROBLEMS[code];
  return { code, status, title };
}

/** Lists the codes by status, for the reference page. */
export function listProblems(): ProblemInfo[] {
  return (Object.keys(PROBLEMS) as ErrorCode[]).map(problemInfo);
}
