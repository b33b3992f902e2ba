import type { Actor } from "../auth/identity.ts";
import { AppError } from "../lib/errors.ts";
import type { BodyShare } from "./body-budget.ts";
import type { HttpDeps } from "./deps.ts";

/** A file of a form: its bytes and the name that the sender gave it. */
export interface UploadedFile {
  bytes: Uint8Array;
  filename: string;
}

/**
 * What middleware leaves for the handlers, whose room says which `deps` it needs. What runs for every
 * request asks by `c.get`, since `c.var` makes a copy of all of it each time.
 */
export interface AppEnv<Deps = unknown> {
  Bindings: object;
  Variables: {
    deps: Deps & HttpDeps;
    requestId: string;
    /** An error until a route needs to know who acts. */
    identity: Actor | AppError;
    /** Whether the route changes something, so that the audit trail is to be sealed after it. */
    isChange?: boolean;
    /** Whether the request was counted against a limit, as each such request has to be. */
    isCounted?: boolean;
    /** The file of a form, which is in memory once and so is no field of it. */
    upload?: UploadedFile | null;
    /** What the request's body holds of the memory for bodies, once it was read. */
    bodyShare?: BodyShare;
  };
}

/** The acting identity; a failed one fails here, where a route first needs it. */
export function currentActor(identity: Actor | AppError): Actor {
  if (identity instanceof AppError) throw identity;
  return identity;
}
