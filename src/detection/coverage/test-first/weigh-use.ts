import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";

/** Days after which a campaign's weight halves; ATT&CK describes campaigns a year or two later. */
export const CAMPAIGN_HALF_LIFE_DAYS = 730;
/** Days after which the weight of a team's session halves. */
export const SESSION_HALF_LIFE_DAYS = 180;
/** Maximum number of sessions to weigh, newest first. */
export const MAX_SESSIONS = 5_000;
/** Weight of an undated campaign: as if two half-lives ago. */
const UNDATED = 0.25;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Usage of a technique. `weight` includes all uses, with campaigns and sessions decaying with age. */
export interface Use {
  groups: number;
  campaigns: number;
  sessions: number;
  weight: number;
}

/** Usage of a technique in the team's own sessions. */
export interface SessionUse {
  attack_id: string;
  sessions: number;
  weight: number;
}

/** Usage of a release's techniques. */
export interface UseOfTechniques {
  of(attackId: string): Use;
  /** Returns the logarithm of its weight relative to the most used technique, from 0 to 1. */
  factor(attackId: string): number;
}

const NONE: Use = { groups: 0, campaigns: 0, sessions: 0, weight: 0 };

/** Weighs the usage of each technique in a release, as of a given time. */
export function weighUse(
  index: ReleaseIndex,
  known: KnownIds,
  sessions: readonly SessionUse[],
  now: string,
): UseOfTechniques {
  const uses = new Map<string, Use>();
  const add = (id: string, more: Partial<Use>) => {
    const before = uses.get(id) ?? NONE;
    const { groups = 0, campaigns = 0, sessions: named = 0, weight = 0 } = more;
    uses.set(id, {
      groups: before.groups + groups,
      campaigns: before.campaigns + campaigns,
      sessions: before.sessions + named,
      weight: before.weight + weight,
    });
  };
  for (const { techniques } of index.groups) {
    for (const id of techniques) add(id, { groups: 1, weight: 1 });
  }
  for (const { techniques, first_seen: first, last_seen: last } of index.campaigns) {
    const weight = decayed(last ?? first, now);
    for (const id of techniques) add(id, { campaigns: 1, weight });
  }
  for (const { attack_id: given, sessions: named, weight } of sessions) {
    for (const id of activeIdsOf(given, index, known)) {
      if (index.techniques.has(id)) add(id, { sessions: named, weight });
    }
  }
  const most = Math.max(0, ...[...uses.values()].map(({ weight }) => weight));
  return {
    of: (id) => uses.get(id) ?? NONE,
    factor: (id) =>
      most === 0 ? 0 : Math.log2(1 + (uses.get(id) ?? NONE).weight) / Math.log2(1 + most),
  };
}

/** Returns the weight of a campaign last seen at a given time. */
function decayed(seen: string | null, now: string): number {
  const at = seen === null ? NaN : Date.parse(seen);
  if (Number.isNaN(at)) return UNDATED;
  const days = Math.max(0, (Date.parse(now) - at) / DAY_MS);
  return 0.5 ** (days / CAMPAIGN_HALF_LIFE_DAYS);
}
