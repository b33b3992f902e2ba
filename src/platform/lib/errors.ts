/** Codes of all request failures. Only `platform/http/problem.ts` maps them to HTTP status codes. */
export type ErrorCode =
  | "input_required"
  | "invalid_json"
  | "invalid_id"
  | "invalid_provider"
  | "invalid_language"
  | "authentication_required"
  | "role_required"
  | "role_unknown"
  | "role_ambiguous"
  | "cross_origin"
  | "not_found"
  | "unknown_domain"
  | "version_not_found"
  | "knowledge_base_empty"
  | "method_not_allowed"
  | "invalid_transition"
  | "conflict"
  | "analysis_failed"
  | "session_signed"
  | "precondition_failed"
  | "quota_exceeded"
  | "file_too_large"
  | "text_too_long"
  | "body_too_large"
  | "body_too_slow"
  | "body_incomplete"
  | "unsupported_file_type"
  | "validation_error"
  | "document_unreadable"
  | "document_empty"
  | "not_stix"
  | "not_sharing_event"
  | "not_ml_matrix"
  | "unsupported_kind"
  | "marked_red"
  | "rate_limited"
  | "internal_error"
  | "provider_error"
  | "provider_bad_output"
  | "provider_not_configured"
  | "provider_timeout"
  | "storage_unavailable"
  | "storage_full"
  | "starting"
  | "identity_unavailable"
  | "not_configured"
  | "service_busy";

/** A fault in the request: a JSON pointer or field name, and one sentence. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** Who made the last change, and when. Null if nobody has. */
export interface LastChange {
  changed_by: string | null;
  changed_at: string | null;
}

/** The current state of a resource, for a client that named an earlier one. */
export interface CurrentState extends LastChange {
  etag: string;
  /** The resource as a read returns it, or null if it no longer exists. */
  current: unknown;
}

interface AppErrorOptions {
  errors?: FieldError[];
  headers?: Record<string, string>;
  session_id?: string;
  state?: CurrentState;
  cause?: unknown;
}

/**
 * A failure that may be shown to the caller.
 * `detail` is one plain sentence that says what to do. It never includes driver text or secrets.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  /** The session that failed, which can be retried. */
  readonly session_id: string | undefined;
  /** The state that made a precondition fail. */
  readonly state: CurrentState | undefined;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    // This error is a response. Its stack trace is useless and costs more to collect than everything else.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.session_id = options.session_id;
    this.state = options.state;
  }
}

/** Returns the refusal to send TLP:RED content without confirmation. Programs read the field, people press a button. */
export function markedRed(why: string): AppError {
  return new AppError("marked_red", `${why} Confirm if it may leave.`, {
    errors: [{ pointer: "/include_red", detail: "must be true to confirm" }],
  });
}
