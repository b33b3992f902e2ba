import type { Room } from "../room.ts";
import type { SignOnDeps } from "./deps.ts";
import { mountSignOn } from "./routes.ts";

/** Login by the service itself. */
export const signOnRoom: Room<SignOnDeps> = { routes: mountSignOn };
