/** The state that a change met which was meant for an earlier one. */
export interface MetState {
  etag: string;
  /** What was to be changed, as it is now; null where it is gone. */
  current: unknown;
  changedBy: string | null;
  changedAt: string | null;
}

/** What the service says of a request that it refused (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  /** 0 where no answer came at all. */
  readonly status: number;
  readonly requestId: string | null;
  /** Null where it is not about a change of somebody else. */
  readonly met: MetState | null;
  /** Seconds after which the service asks to try again; null if it does not say. */
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

  /** Whether the same request may be answered if it is sent again. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Whether the reader has to log in anew, which takes a load of the page. */
  get isLoginExpired(): boolean {
    return this.status === 401;
  }
}

/** The problem that an answer tells, whoever wrote it: a proxy answers in its own words. */
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

/** A date, which proxies may send, is ignored. */
function retryAfterOf({ headers }: Response): number | null {
  const seconds = headers.get("Retry-After") ?? "";
  return /^\d{1,6}$/u.test(seconds) ? Number(seconds) : null;
}

/** What a problem may hold. */
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

/** The entity tag of an answer. The service's own are strong; a proxy that compresses weakens them. */
export function etagOf(response: Response): string {
  return (response.headers.get("ETag") ?? "").replace(/^W\//u, "");
}

/** The state that made a change fail; null for other failures. */
export function metStateOf(error: unknown): MetState | null {
  return error instanceof Problem ? error.met : null;
}

/**
 * Whether a proxy sent the reader to a login page instead of an answer: the service itself never
 * redirects what is asked here, nor answers with a page.
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

/** Whether what failed is the service being away or not ready, which passes by itself. */
export function isAway(error: unknown): boolean {
  return error instanceof Problem && [0, 502, 503, 504].includes(error.status);
}

/** What a failed request says to the reader. */
export function describeFailure(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return "This part of the page has failed. Load the page again; what was saved is safe.";
}
