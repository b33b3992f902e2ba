import { sharedLevel, type SharedLevel } from "../../reading/entities/shared-level.ts";
import { tlpInText } from "../../reading/sessions/session-views.ts";
import type { Session } from "../../reading/sessions/store.ts";
import type { MispDeps } from "./deps.ts";

/** Number of sessions read at a time; each includes all named entities. */
const STEP = 50;

/** Yields the completed sessions of a feed, oldest first. */
export async function* listShared(
  { sessions, now }: Pick<MispDeps, "sessions" | "now">,
  levels: readonly SharedLevel[],
): AsyncGenerator<Session> {
  const before = now();
  let after = "";
  for (;;) {
    const found = await sessions.listCompleted(after, before, STEP);
    for (const session of found) if (isShared(session, levels)) yield session;
    const last = found.at(-1);
    if (last === undefined || found.length < STEP) return;
    after = last.id;
  }
}

/** Returns whether a session belongs to a feed. */
export function isShared(session: Session, levels: readonly SharedLevel[]): boolean {
  const { status, tlp } = session;
  const level = sharedLevel({ tlp, tlp_in_text: tlpInText(session) });
  return status === "completed" && levels.includes(level);
}
