import { isReport } from "../document-kind/describe-kind.ts";
import type { Session } from "./store.ts";

type Naming = Pick<Session, "document_kind" | "apt_hints" | "entities">;

/**
 * Whether a session reports actors and leads. In a text that is no threat report a technique is there only
 * because a person vouches for it.
 * @param techniqueCount of the techniques that nobody rejected
 */
export function reportsActors(
  { document_kind: kind }: Pick<Session, "document_kind">,
  techniqueCount: number,
): boolean {
  return isReport(kind) || techniqueCount > 0;
}

/** Returns the session without the groups and campaigns that its text names, where these are not its actors. */
export function withoutDisregardedActors<T extends Naming>(session: T, techniqueCount: number): T {
  if (reportsActors(session, techniqueCount)) return session;
  const { groups, unlisted, ...entities } = session.entities;
  return {
    ...session,
    apt_hints: [],
    entities: {
      ...entities,
      ...(groups !== undefined && { groups: [] }),
      ...(unlisted !== undefined && {
        unlisted: unlisted.filter(({ kind }) => kind === "malware" || kind === "tool"),
      }),
    },
  };
}
