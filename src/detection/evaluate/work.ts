import { AppError } from "../../platform/lib/errors.ts";

/**
 * What a run may cost, in steps of about ten nanoseconds: some seconds of one core. Steps are counted
 * because a Worker's clock stands still while it computes.
 */
export const MAX_STEPS = 200_000_000;

/** The steps that a run has left. */
export class Work {
  readonly #steps: number;
  #left: number;

  constructor(steps = MAX_STEPS) {
    this.#steps = steps;
    this.#left = steps;
  }

  /** Steps so far. */
  get spent(): number {
    return this.#steps - this.#left;
  }

  /** @throws AppError `validation_error` when the run has cost what it may */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.end();
  }

  /** Ends the run, which has cost too much. @throws AppError `validation_error` */
  end(): never {
    throw new AppError(
      "validation_error",
      "The rule takes too long on these events; send fewer or shorter events, or make the rule simpler.",
    );
  }
}
