import { readRoom } from "../../platform/quotas/require-room.ts";
import type { ObservablesOfSessions } from "../../reading/sessions/deps.ts";
import { CONFIDENCE } from "./confidence.ts";
import type { ObservableDeps } from "./deps.ts";
import { extractObservables } from "./extract/extract.ts";
import { fitQuota } from "./fit-quota.ts";
import { suppressionOf } from "./suppress.ts";

/** Keeps what analysed reports name besides techniques. */
export function createSessionObservables(deps: ObservableDeps): ObservablesOfSessions {
  return {
    find: async (text) => {
      const found = extractObservables(text).map((match) => ({
        ...match,
        id: deps.newId(),
        confidence: CONFIDENCE.text,
        rule: suppressionOf(match, null),
      }));
      const room = (await readRoom(deps))("observables");
      const { matches, left } = await fitQuota(deps, found, room);
      return {
        left,
        storeFor: async (sessionId) => {
          const ruled = await deps.matches.applyRulings([{ key: {}, matches }]);
          return deps.matches.storeFor(ruled, sessionId);
        },
      };
    },
    forget: (sessionId) => deps.matches.forgetSession(sessionId),
  };
}
