import type { SessionDeps } from "../sessions/deps.ts";

/** What reviewing a session takes. */
export type ReviewDeps = SessionDeps;
