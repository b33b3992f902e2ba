/** What the service says of a request that it refused (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  /** 0 where no answer came at all. */
  readonly status: number;
  readonly requestId: string | null;

  constructor(status: number, code: string, detail: string, requestId: string | null) {
    super(detail);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }

  /** Whether the same request may be answered if it is sent again. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The problem that an answer tells, whoever wrote it: a proxy answers in its own words. */
export function toProblem(body: unknown, response: Response): Problem {
  const { code, detail } = (typeof body === "object" && body !== null ? body : {}) as {
    code?: unknown;
    detail?: unknown;
  };
  return new Problem(
    response.status,
    typeof code === "string" ? code : "unknown",
    typeof detail === "string" ? detail : `The server answered ${response.status}.`,
    response.headers.get("X-Request-ID"),
  );
}

/** What a failed request says to the reader. */
export function describeFailure(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return "The service cannot be reached. What you typed is kept; try again in a moment.";
}
