import { NO_ENTITIES } from "../../reading/entities/schema.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";
import { tlpInText } from "../../reading/sessions/session-views.ts";
import { titleOf } from "../../reading/sessions/session-title.ts";
import type { Session } from "../../reading/sessions/store.ts";
import { markingOf } from "../../sharing/exports/content/marking.ts";
import { headOf } from "../../sharing/exports/misp/head.ts";
import { tlpTag } from "../../sharing/exports/misp/tags.ts";
import type { MispDeps } from "./deps.ts";
import { listShared } from "./list-shared.ts";

/** Yields `manifest.json` of a feed, which MISP compares to detect new or changed events. */
export async function* writeManifest(
  deps: Pick<MispDeps, "sessions" | "now">,
  levels: readonly SharedLevel[],
): AsyncGenerator<string> {
  yield "{";
  let isFirst = true;
  for await (const session of listShared(deps, levels)) {
    yield `${isFirst ? "" : ","}\n${JSON.stringify(session.id)}:${JSON.stringify(entryOf(session))}`;
    isFirst = false;
  }
  yield "\n}\n";
}

function entryOf(session: Session) {
  const { Orgc, info, date, analysis, threat_level_id, timestamp } = headOf({
    ...session,
    session_id: session.id,
    title: titleOf(session),
    entities: { ...NO_ENTITIES, ...session.entities },
    modified: session.updated_at,
  });
  const marking = markingOf({ tlp: session.tlp, tlp_in_text: tlpInText(session) });
  const Tag = marking === null ? [] : [tlpTag(marking.level)];
  return { Orgc, Tag, info, date, analysis, threat_level_id, timestamp };
}
