import { isReport } from "../document-kind/describe-kind.ts";
import type { Session } from "./store.ts";

type Naming = Pick<Session, "document_kind" | "apt_hints" | "entities">;

/**
 * Returns whether a session reports actors and leads. In a text that is not a threat report, techniques count only if a
 * person confirmed them.
 * @param techniqueCount number of techniques that were not rejected
 */
export function reportsActors(
  { document_kind: kind }: Pick<Session, "document_kind">,
  techniqueCount: number,
): boolean {
  return isReport(kind) || techniqueCount > 0;
}

/** Returns the session without the groups and campaigns of its text, if these are not its actors. */
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
