import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { Room } from "../../../platform/room.ts";
import type { LibraryDeps } from "./deps.ts";
import { mountLibrary } from "./routes.ts";

/** A team's reports, rules and tests for each technique and vulnerability. */
export const libraryRoom: Room<LibraryDeps & RateLimitDeps> = { routes: mountLibrary };
