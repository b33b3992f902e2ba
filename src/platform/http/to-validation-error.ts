import type { z } from "zod";
import { AppError, type ErrorCode, type FieldError } from "../lib/errors.ts";

/** Codes that a refinement may name (`params: { code: "invalid_id" }`). */
const OWN_CODES = ["invalid_id", "invalid_provider", "invalid_language"] as const;

/** A client gets this many faults at most; a body may have thousands. */
const MAX_FAULTS = 100;

/** The code of its own that a refinement's parameters name, or undefined. */
export function ownCodeOf(params: unknown): ErrorCode | undefined {
  const code = (params as { code?: unknown } | undefined)?.code;
  return OWN_CODES.find((name) => name === code);
}

/**
 * The error that tells what is wrong with a request: a `validation_error`, unless a refinement names
 * a code of its own.
 */
export function toValidationError(issues: readonly z.core.$ZodIssue[]): AppError {
  const faults = issues.flatMap((issue) => faultsOf(issue)).slice(0, MAX_FAULTS);
  const first = faults.find(({ code }) => code !== undefined) ?? faults[0];
  const detail = first?.detail ?? "The request is not valid; see /docs.";
  const errors = faults.map(({ pointer, detail: sentence }) => ({ pointer, detail: sentence }));
  return new AppError(first?.code ?? "validation_error", detail, { errors });
}

type Fault = FieldError & { code: ErrorCode | undefined };

/** An issue as faults: a name that is not known is one for itself, however many there are. */
function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const code = issue.code === "custom" ? ownCodeOf(issue.params) : undefined;
  const paths =
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path];
  return paths.map((path) => ({ ...describeFault(path, issue.message), code }));
}

function describeFault(path: readonly PropertyKey[], message: string): FieldError {
  const pointer = path.map((part) => `/${escapePart(String(part))}`).join("");
  const place = pointer === "" ? "The request" : `'${pointer.slice(1)}'`;
  const isPredicate = /^(must|is) /.test(message);
  return { pointer, detail: `${place} ${isPredicate ? message : `is not valid: ${message}`}.` };
}

/** RFC 6901; a name may be as long as the body, its beginning says enough. */
function escapePart(part: string): string {
  return part.slice(0, 100).toWellFormed().replace(/~/g, "~0").replace(/\//g, "~1");
}
