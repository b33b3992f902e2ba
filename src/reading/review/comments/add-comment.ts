import { commit } from "../../../platform/audit/commit.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import type { ReviewDeps } from "../deps.ts";
import { requireTechnique } from "../edits/require-technique.ts";
import { toCommentView } from "./list-comments.ts";
import type { CommentView, NewComment } from "./schema.ts";
import { MAX_COMMENTS } from "../../sessions/comment-store.ts";

/**
 * Adds a comment to a session or to one of its techniques. It does not change the report, so signed reports accept
 * comments, and concurrent changes cause no conflict.
 * @throws AppError `not_found`, `quota_exceeded`
 */
export async function addComment(
  deps: ReviewDeps,
  author: string,
  sessionId: string,
  { attack_id: attackId, text }: NewComment,
): Promise<CommentView> {
  const comment = { id: deps.newId(), session_id: sessionId, attack_id: attackId, author, text };
  const isAdded = await commit(deps, {
    act: {
      actor: author,
      action: "session.comment_add",
      object: ["session", sessionId],
      details: {
        comment_id: comment.id,
        ...(attackId !== null && { attack_id: attackId }),
        characters: text.length,
      },
    },
    when: deps.sessionComments.hasRoom(sessionId, attackId),
    parts: [deps.sessionComments.add(comment)],
  });
  const stored = isAdded ? await deps.sessionComments.find(sessionId, comment.id) : null;
  if (stored !== null) return toCommentView(stored);
  if ((await deps.sessions.find(sessionId)) === null) throw noSuchSession(sessionId);
  if (attackId !== null) await requireTechnique(deps, sessionId, attackId);
  throw new AppError(
    "quota_exceeded",
    `A report has at most ${MAX_COMMENTS} comments; delete some first.`,
  );
}
