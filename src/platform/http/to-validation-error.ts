import type { z } from "zod";
import { AppError, type ErrorCode, type FieldError } from "../lib/errors.ts";

/** Codes that a refinement may name (`params: { code: "invalid_id" }`). */
const OWN_CODES = ["invalid_id", "invalid_provider", "invalid_language"] as const;

/** Most faults in one response. A body may have thousands. */
const MAX_FAULTS = 100;

/** Returns the code in a refinement's parameters, or undefined. */
export function ownCodeOf(params: unknown): ErrorCode | undefined {
  const code = (params as { code?: unknown } | undefined)?.code;
  return OWN_CODES.find((name) => name === code);
}

/** Returns the error for an invalid request: `validation_error`, unless a refinement names another code. */
export function toValidationError(issues: readonly z.core.$ZodIssue[]): AppError {
  const faults = issues.flatMap((issue) => faultsOf(issue)).slice(0, MAX_FAULTS);
  const first = faults.find(({ code }) => code !== undefined) ?? faults[0];
  const detail = first?.detail ?? "The request is not valid; see /docs.";
  const errors = faults.map(({ pointer, detail: sentence }) => ({ pointer, detail: sentence }));
  return new AppError(first?.code ?? "validation_error", detail, { errors });
}

type Fault = FieldError & { code: ErrorCode | undefined };

/** Converts an issue to faults, one for each unknown name. */
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

/** Escapes as in RFC 6901. A name may be as long as the body, and its beginning is enough. */
function escapePart(part: string): string {
  return part.slice(0, 100).toWellFormed().replace(/~/g, "~0").replace(/\//g, "~1");
}
