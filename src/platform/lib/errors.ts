/** Every way a request can fail, by its code; `platform/http/problem.ts` alone knows the status numbers. */
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

/** Where in the request the fault lies: a JSON pointer or a field name, and one sentence. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** Who changed something last, and when; null where nobody has. */
export interface LastChange {
  changed_by: string | null;
  changed_at: string | null;
}

/** The state of a resource, for a client that meant an earlier one. */
export interface CurrentState extends LastChange {
  etag: string;
  /** What the client was about to change, as a read answers it; null where it is gone. */
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
 * A failure that the caller may be told about.
 * `detail` is one plain sentence that says what to do; it never carries driver text or secrets.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  /** The session that failed with it, which can be retried. */
  readonly session_id: string | undefined;
  /** The state that made a precondition fail. */
  readonly state: CurrentState | undefined;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    // It is an answer: where it was made is of no use, and finding that out costs more than the rest.
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

/** A refusal to send what is marked TLP:RED without a confirmation: programs read the field, people press a button. */
export function markedRed(why: string): AppError {
  return new AppError("marked_red", `${why} Confirm if it may leave.`, {
    errors: [{ pointer: "/include_red", detail: "must be true to confirm" }],
  });
}
