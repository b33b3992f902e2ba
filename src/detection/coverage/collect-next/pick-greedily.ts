import { compareUnits, type LogUnit } from "./log-units.ts";

/** A technique without any collected data. Each alternative is a list of units that together provide it. */
export interface Unseen {
  attack_id: string;
  alternatives: readonly (readonly LogUnit[])[];
}

/** A unit in the recommended order of collection. */
export interface Pick {
  unit: LogUnit;
  /** The techniques that gain data from it, in their original order. */
  gained: string[];
}

/**
 * Picks units greedily: each time the one that gives most techniques data. If none does so alone, picks the one that
 * brings most techniques closest. Ties go by name. Ends when nothing is left to gain.
 */
export function pickGreedily(unseen: readonly Unseen[], limit: number): Pick[] {
  const units = new Map(
    unseen.flatMap(({ alternatives }) => alternatives.flat().map((unit) => [unit.key, unit])),
  );
  const ordered = [...units.values()].sort(compareUnits);
  let open = unseen.map(({ attack_id, alternatives }) => ({
    attack_id,
    missing: alternatives.map((all) => dedupe(all)),
  }));
  const picks: Pick[] = [];
  while (picks.length < limit) {
    const best = findBest(open, ordered);
    if (best === null) break;
    const isHad = (unit: LogUnit) => unit.key === best.key || unit.wholeKey === best.key;
    const after = open.map(({ attack_id, missing }) => ({
      attack_id,
      missing: missing.map((all) => all.filter((unit) => !isHad(unit))),
    }));
    const gained = after.filter(isSeen).map(({ attack_id }) => attack_id);
    open = after.filter((one) => !isSeen(one));
    picks.push({ unit: best, gained });
  }
  return picks;
}

type Open = { attack_id: string; missing: LogUnit[][] };

const isSeen = ({ missing }: Open) => missing.some((all) => all.length === 0);

/** Returns the unit with most gain, then with most progress, then first by name; null if nothing is missing. */
function findBest(open: readonly Open[], ordered: readonly LogUnit[]): LogUnit | null {
  const worth = new Map<string, { gain: number; progress: number }>();
  for (const { missing } of open) {
    for (const [key, progress] of progressOf(missing)) {
      const known = worth.get(key) ?? { gain: 0, progress: 0 };
      worth.set(key, {
        gain: known.gain + (progress === 1 ? 1 : 0),
        progress: known.progress + progress,
      });
    }
  }
  let best: { unit: LogUnit; gain: number; progress: number } | null = null;
  for (const unit of ordered) {
    const own = worth.get(unit.key);
    if (own === undefined) continue;
    const isBetter =
      best === null ||
      own.gain > best.gain ||
      (own.gain === best.gain && own.progress > best.progress + ROUNDING);
    if (isBetter) best = { unit, ...own };
  }
  return best?.unit ?? null;
}

const ROUNDING = 1e-9;

/** Returns how far each unit advances a technique: 1 if it is all that an alternative lacks, 1/2 of two. */
function progressOf(missing: readonly (readonly LogUnit[])[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const all of missing) {
    const counts = new Map<string, number>();
    for (const { key, wholeKey } of all) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (wholeKey !== key) counts.set(wholeKey, (counts.get(wholeKey) ?? 0) + 1);
    }
    for (const [key, count] of counts) {
      // Only the remaining units count, so that a nearly complete analytic goes first.
      best.set(
        key,
        Math.max(best.get(key) ?? 0, count === all.length ? 1 : count / all.length / 2),
      );
    }
  }
  return best;
}

function dedupe(units: readonly LogUnit[]): LogUnit[] {
  return [...new Map(units.map((unit) => [unit.key, unit])).values()];
}
