import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { Room } from "../../../platform/room.ts";
import type { LibraryDeps } from "./deps.ts";
import { mountLibrary } from "./routes.ts";

/** What a team has about each technique and vulnerability: reports, rules and tests. */
export const libraryRoom: Room<LibraryDeps & RateLimitDeps> = { routes: mountLibrary };
