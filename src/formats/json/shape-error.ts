import type { z } from "zod";

/** An error for valid JSON of an unexpected form. The issues say where. */
export class ShapeError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("The file has another form.");
    this.issues = issues;
  }
}
