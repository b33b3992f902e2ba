import type { Actor } from "../auth/identity.ts";
import { AppError } from "../lib/errors.ts";
import type { BodyShare } from "./body-budget.ts";
import type { HttpDeps } from "./deps.ts";

/** An uploaded file: its bytes and the sender's file name. */
export interface UploadedFile {
  bytes: Uint8Array;
  filename: string;
}

/**
 * Variables that middleware sets for handlers. Each room declares the `deps` it needs. Code that runs on every request
 * uses `c.get`, because `c.var` copies all variables each time.
 */
export interface AppEnv<Deps = unknown> {
  Bindings: object;
  Variables: {
    deps: Deps & HttpDeps;
    requestId: string;
    /** An error until a route requires the caller's identity. */
    identity: Actor | AppError;
    /** Whether the route changes data, so that the audit trail must be sealed afterwards. */
    isChange?: boolean;
    /** Whether the request counted against a rate limit. Every such request must be counted. */
    isCounted?: boolean;
    /** The uploaded file. It is not a form field, because it is in memory only once. */
    upload?: UploadedFile | null;
    /** The request's share of the memory for bodies, once its body was read. */
    bodyShare?: BodyShare;
  };
}

/** Returns the caller's identity. Throws the stored error if identification failed. */
export function currentActor(identity: Actor | AppError): Actor {
  if (identity instanceof AppError) throw identity;
  return identity;
}
