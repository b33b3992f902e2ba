import { noSuchSession } from "../../sessions/session-errors.ts";
import type { ReviewDeps } from "../deps.ts";
import type { CommentView } from "./schema.ts";
import type { Comment } from "../../sessions/comment-store.ts";

/**
 * Returns the comments on a session and its techniques, oldest first.
 * @throws AppError `not_found`
 */
export async function listComments(deps: ReviewDeps, sessionId: string): Promise<CommentView[]> {
  const comments = await deps.sessionComments.list(sessionId);
  if (comments.length === 0 && (await deps.sessions.find(sessionId)) === null) {
    throw noSuchSession(sessionId);
  }
  return comments.map(toCommentView);
}

/** Returns a comment for a response. */
export function toCommentView({ id, session_id: _session, ...comment }: Comment): CommentView {
  return { comment_id: id, ...comment };
}
