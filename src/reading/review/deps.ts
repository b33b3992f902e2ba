import type { CommentStore } from "../sessions/comment-store.ts";
import type { SessionDeps } from "../sessions/deps.ts";

/** Dependencies for reviewing a session. */
export interface ReviewDeps extends SessionDeps {
  sessionComments: CommentStore;
}
