import { commit } from "../../../platform/audit/commit.ts";
import type { Actor } from "../../../platform/auth/identity.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { ReviewDeps } from "../deps.ts";

/**
 * Deletes a comment. Only its author and admins may do so.
 * @throws AppError `not_found`, `role_required`
 */
export async function deleteComment(
  deps: ReviewDeps,
  actor: Actor,
  sessionId: string,
  commentId: string,
): Promise<void> {
  const comment = await deps.sessionComments.find(sessionId, commentId);
  if (comment === null) throw noSuchComment(sessionId, commentId);
  if (actor.role !== "admin" && actor.name !== comment.author) {
    throw new AppError(
      "role_required",
      "Only the author of a comment, or an admin, can delete it.",
    );
  }
  const { attack_id: attackId, author } = comment;
  const isDeleted = await commit(deps, {
    act: {
      actor: actor.name,
      action: "session.comment_delete",
      object: ["session", sessionId],
      details: {
        comment_id: commentId,
        author,
        ...(attackId !== null && { attack_id: attackId }),
      },
    },
    when: deps.sessionComments.isThere(commentId),
    parts: [deps.sessionComments.remove(commentId)],
  });
  if (!isDeleted) throw noSuchComment(sessionId, commentId);
}

function noSuchComment(sessionId: string, commentId: string): AppError {
  return new AppError("not_found", `Session ${sessionId} has no comment ${commentId}.`);
}
