import type { Bindings } from "../../bindings.ts";
import type { Context } from "../../services.ts";
import type { DocumentFile } from "../../formats/documents/document.ts";
import { AppError } from "../lib/errors.ts";
import type { BodyShare } from "./body-budget.ts";
import type { Actor } from "../auth/identity.ts";

/** What middleware leaves for the handlers. `identity` is an error until a route may ignore it. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    context: Context;
    requestId: string;
    identity: Actor | AppError;
    /** The file of a form, which is in memory once and so is no field of it. */
    upload?: DocumentFile | null;
    /** What the request's body holds of the memory for bodies, once it was read. */
    bodyShare?: BodyShare;
  };
}

/** The acting identity; a failed one fails here, where a route first needs it. */
export function currentActor(identity: Actor | AppError): Actor {
  if (identity instanceof AppError) throw identity;
  return identity;
}
