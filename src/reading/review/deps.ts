import type { CommentStore } from "./comments/store.ts";
import type { SessionDeps } from "../sessions/deps.ts";

/** What reviewing a session takes. */
export interface ReviewDeps extends SessionDeps {
  sessionComments: CommentStore;
}
