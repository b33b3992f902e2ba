import { readRoom } from "../../platform/quotas/require-room.ts";
import type { FoundObservables, ObservablesOfSessions } from "../../reading/sessions/deps.ts";
import { CONFIDENCE } from "./confidence.ts";
import type { ObservableDeps } from "./deps.ts";
import { extractObservables } from "./extract/extract-observables.ts";
import { markedValue, type RuledMatch } from "./found.ts";
import { fitQuota } from "./fit-quota.ts";
import { suppressionRuleOf } from "./suppression-rule.ts";

/** Keeps what analysed reports name besides techniques. */
export function createSessionObservables(deps: ObservableDeps): ObservablesOfSessions {
  return {
    read: (text) => {
      const found = extractObservables(text).map((match) => ({
        ...markedValue(match, "mentioned", CONFIDENCE.text),
        id: deps.newId(),
        suppressed: suppressionRuleOf(match, null),
      }));
      return {
        named: found
          .filter(({ suppressed }) => suppressed === null)
          .map(({ kind, normalized_value: value }) => ({ kind, value })),
        fit: async () => await fit(deps, found),
      };
    },
    forget: (sessionId) => deps.matches.removeMentions("session", sessionId),
  };
}

async function fit(deps: ObservableDeps, found: readonly RuledMatch[]): Promise<FoundObservables> {
  const room = (await readRoom(deps))("observables");
  const { matches, left } = await fitQuota(deps, found, room);
  return {
    left,
    storeFor: async (sessionId) => {
      const ruled = await deps.matches.applyRulings([{ key: {}, seen_at: null, matches }]);
      return deps.matches.storeFor(ruled, sessionId);
    },
  };
}
