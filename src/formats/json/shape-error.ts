import type { z } from "zod";

/** A file is valid JSON of another form than is asked for; the issues say where. */
export class ShapeError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("The file has another form.");
    this.issues = issues;
  }
}
