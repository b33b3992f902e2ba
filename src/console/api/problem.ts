/** The current state that conflicts with a change to an earlier one. */
export interface MetState {
  etag: string;
  /** The current object; null if it is gone. */
  current: unknown;
  changedBy: string | null;
  changedAt: string | null;
}

/** The service's error for a failed request (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;
  readonly requestId: string | null;
  /** Null unless it conflicts with someone else's change. */
  readonly met: MetState | null;
  /** Seconds until a retry; null if the service does not specify it. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string,
    detail: string,
    requestId: string | null,
    met: MetState | null = null,
    retryAfter: number | null = null,
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.met = met;
    this.retryAfter = retryAfter;
  }

  /** Returns whether a retry of the same request may succeed. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Returns whether the user must log in again, which takes a page load. */
  get isLoginExpired(): boolean {
    return this.status === 401;
  }
}

/** Returns the problem of a response, even from a proxy with its own format. */
export function toProblem(body: unknown, response: Response): Problem {
  if (isLoginPage(response) || response.status === 401) {
    const detail = "Your login has expired. Load the page again to log in.";
    return new Problem(401, "login_expired", detail, response.headers.get("X-Request-ID"));
  }
  const given = (typeof body === "object" && body !== null ? body : {}) as ProblemBody;
  const { code, detail } = given;
  return new Problem(
    response.status,
    typeof code === "string" ? code : "unknown",
    typeof detail === "string" ? detail : inPlainWords(response.status),
    response.headers.get("X-Request-ID"),
    code === "precondition_failed" ? metState(given, response) : null,
    retryAfterOf(response),
  );
}

/** Ignores a date, which proxies may send. */
function retryAfterOf({ headers }: Response): number | null {
  const seconds = headers.get("Retry-After") ?? "";
  return /^\d{1,6}$/u.test(seconds) ? Number(seconds) : null;
}

/** The possible fields of a problem. */
interface ProblemBody {
  code?: unknown;
  detail?: unknown;
  current?: unknown;
  changed_by?: unknown;
  changed_at?: unknown;
}

function metState(
  { current = null, changed_by: by, changed_at: at }: ProblemBody,
  response: Response,
) {
  return {
    etag: etagOf(response),
    current,
    changedBy: typeof by === "string" ? by : null,
    changedAt: typeof at === "string" ? at : null,
  };
}

/** Returns the entity tag of a response. The service's own are strong; a compressing proxy weakens them. */
export function etagOf(response: Response): string {
  return (response.headers.get("ETag") ?? "").replace(/^W\//u, "");
}

/** Returns the state that a change conflicts with; null for other failures. */
export function metStateOf(error: unknown): MetState | null {
  return error instanceof Problem ? error.met : null;
}

/**
 * Returns whether a proxy redirected to a login page. The service itself never redirects these requests or
 * returns a page.
 */
export function isLoginPage(response: Response): boolean {
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") === true;
  return response.type === "opaqueredirect" || (isPage && response.ok);
}

function inPlainWords(status: number): string {
  if (status === 403) return "You may not do this; ask whoever runs the service for the role.";
  if (status === 502 || status === 504) return "The service is away; try again in a moment.";
  return `The server answered ${status}.`;
}

/** Returns whether a failure means that the service is unavailable or not ready, which is temporary. */
export function isAway(error: unknown): boolean {
  return error instanceof Problem && [0, 502, 503, 504].includes(error.status);
}

/** Returns the message of a failed request for the user. */
export function describeFailure(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return "This part of the page has failed. Load the page again; what was saved is safe.";
}
