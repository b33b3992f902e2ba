/** Another server did not deliver what it should; the message is a whole sentence for the analyst. */
export class OutboundError extends Error {
  /** Whether asking again soon may help. */
  readonly transient: boolean;
  /** Seconds that the server asks us to wait, where it says so. */
  readonly retryAfter: number | null;
  /** The status that it answered; null where it did not answer. */
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
