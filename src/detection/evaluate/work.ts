import { AppError } from "../../platform/lib/errors.ts";

/**
 * Maximum steps of a run, about ten nanoseconds each: a few seconds of one core. Steps are counted because a Worker's
 * clock stops while it computes.
 */
export const MAX_STEPS = 200_000_000;

/** The remaining steps of a run. */
export class Work {
  readonly #steps: number;
  #left: number;

  constructor(steps = MAX_STEPS) {
    this.#steps = steps;
    this.#left = steps;
  }

  /** Steps used so far. */
  get spent(): number {
    return this.#steps - this.#left;
  }

  /** Spends steps. @throws AppError `validation_error` over the limit of a run */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.end();
  }

  /** Ends a run that costs too much. @throws AppError `validation_error` */
  end(): never {
    throw new AppError(
      "validation_error",
      "The rule takes too long on these events; send fewer or shorter events, or make the rule simpler.",
    );
  }
}
