import { readRoom } from "../../platform/quotas/require-room.ts";
import type { FoundObservables, ObservablesOfSessions } from "../../reading/sessions/deps.ts";
import type { ObservableDeps } from "./deps.ts";
import { seenAt } from "./expiry.ts";
import { fitQuota } from "./fit-quota.ts";
import type { RuledMatch } from "./found.ts";
import { findOccurrences } from "./extract/find-occurrences.ts";
import { ObservableReader, openObservableReader } from "./observable-reader.ts";
import { publisherOf } from "./publisher.ts";

/** Stores what analyzed reports name in addition to techniques. */
export function createSessionObservables(deps: ObservableDeps): ObservablesOfSessions {
  return {
    read: async (document, url) => {
      const occurrences = findOccurrences(document);
      // Memory is limited at the edge during analysis of a long text, so the lists are loaded only if needed.
      const reader =
        occurrences.length === 0 ? new ObservableReader() : await openObservableReader(deps);
      const found = reader
        .read(document, publisherOf(url), null, occurrences)
        .map((value) => ({ ...value, id: deps.newId() }));
      return {
        named: found
          .filter(({ suppressed }) => suppressed === null)
          .map(({ normalized_value: value, mentions: places, ...match }) => {
            const { kind, role, confidence, count } = match;
            return { kind, value, role, confidence, count, places };
          }),
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
    storeFor: async (sessionId, date) => {
      const seen_at = seenAt(date, deps.now());
      const ruled = await deps.matches.applyRulings([{ key: {}, seen_at, matches }]);
      return deps.matches.storeFrom(ruled, "session", sessionId);
    },
  };
}
