import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Comment, commentsQuery } from "../../../api/comments.ts";
import type { StoredAnalysis, Technique } from "../../../api/session.ts";
import { NOTHING_UNSEEN, type Unseen } from "./seen-changes.ts";
import { useUnseen } from "./use-unseen.ts";

/** Colleagues' comments and changes, for all parts of the page. */
interface TeamState {
  comments: readonly Comment[];
  unseen: Unseen;
  markAll: () => void;
}

const NONE: TeamState = { comments: [], unseen: NOTHING_UNSEEN, markAll: () => undefined };
const Context = createContext(NONE);

export const useTeam = () => useContext(Context);

/** Loads the comments on a session, and others' changes since it was last viewed. */
export function Team({ stored, children }: { stored: StoredAnalysis; children: ReactNode }) {
  const { data: comments = NONE.comments } = useQuery(commentsQuery(stored.session_id));
  const { unseen, markAll } = useUnseen(stored);
  const state = useMemo(() => ({ comments, unseen, markAll }), [comments, unseen, markAll]);
  return <Context value={state}>{children}</Context>;
}

/** Returns whether a comment is about a technique, whose id may have changed since. */
export function isAbout({ attack_id: id }: Comment, technique: Technique): boolean {
  return id !== null && (id === technique.attack_id || id === technique.found_as);
}
