import type { Analysis, Technique } from "../../../api/session.ts";

/** A technique and its entry in each session, in the order of the sessions. */
export interface ComparedRow {
  attackId: string;
  name: string;
  found: readonly (Technique | null)[];
}

export interface ComparedTactic {
  shortname: string;
  name: string;
  rows: ComparedRow[];
}

/** Returns the techniques of some sessions by tactic, without rejected ones. */
export function compareTechniques(
  sessions: readonly Analysis[],
  tactics: readonly { shortname: string; name: string }[],
): ComparedTactic[] {
  const kept = sessions.map(
    ({ techniques }) =>
      new Map(
        techniques
          .filter(({ review_status: review }) => review !== "rejected")
          .map((one) => [one.attack_id, one]),
      ),
  );
  const firsts = new Map(
    kept
      .toReversed()
      .flatMap((techniques) => [...techniques])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const rows = [...firsts].map(([attackId, { name, tactic }]) => ({
    tactic,
    row: { attackId, name, found: kept.map((techniques) => techniques.get(attackId) ?? null) },
  }));
  const byTactic = Map.groupBy(rows, ({ tactic }) => tactic);
  const order = tactics.map(({ shortname }) => shortname);
  const others = [...byTactic.keys()].filter((shortname) => !order.includes(shortname));
  return [...order, ...others].flatMap((shortname) => {
    const found = byTactic.get(shortname);
    const name = tactics.find((one) => one.shortname === shortname)?.name ?? shortname;
    return found === undefined ? [] : [{ shortname, name, rows: found.map(({ row }) => row) }];
  });
}

/** Returns whether all sessions have it. */
export function isShared({ found }: ComparedRow): boolean {
  return !found.includes(null);
}
