/** A failure of another server. The message is a complete sentence for the analyst. */
export class OutboundError extends Error {
  /** Whether a retry soon may help. */
  readonly transient: boolean;
  /** Seconds that the server asks to wait, or null. */
  readonly retryAfter: number | null;
  /** The response status, or null if there was no response. */
  readonly status: number | null;

  constructor(
    message: string,
    options: ErrorOptions & {
      transient: boolean;
      retryAfter?: number | null;
      status?: number | null;
    },
  ) {
    super(message, options);
    this.name = "OutboundError";
    this.transient = options.transient;
    this.retryAfter = options.retryAfter ?? null;
    this.status = options.status ?? null;
  }
}
