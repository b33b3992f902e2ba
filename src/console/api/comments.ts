import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, type Schema } from "./client.ts";

export type Comment = Schema<"SessionComment">;

const PATH = "/api/analyze/sessions/{session_id}/comments";

/** Returns the comments on a session and its techniques, oldest first. */
export const commentsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["comments", sessionId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET(PATH, { params: { path: { session_id: sessionId } }, signal })),
  });

export function addComment(sessionId: string, body: Schema<"NewSessionComment">): Promise<Comment> {
  return bodyOf(api.POST(PATH, { params: { path: { session_id: sessionId } }, body }));
}

export function deleteComment(sessionId: string, commentId: string): Promise<unknown> {
  const path = { session_id: sessionId, comment_id: commentId };
  return bodyOf(api.DELETE(`${PATH}/{comment_id}`, { params: { path } }));
}
