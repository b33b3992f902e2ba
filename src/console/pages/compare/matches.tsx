import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Comparison, Match, Mode, Side } from "../../api/actors.ts";
import { type Release, techniquesQuery } from "../../api/attack.ts";
import { ActorLink } from "../../parts/actors/actor-link.tsx";
import { AttackLink } from "../../parts/attack-link.tsx";
import styles from "./compare-page.module.css";

interface Props {
  found: Comparison;
  ids: readonly string[];
  mode: Mode;
  side: Side;
  release: Release;
}

/** The matches as bars, each with the techniques shared with the set and those it lacks. */
export function Matches({ found, ids, mode, side, release }: Props) {
  const { data: techniques } = useQuery(techniquesQuery(release));
  const names = useMemo(
    () => new Map(techniques?.map(({ attack_id, name }) => [attack_id, name])),
    [techniques],
  );
  const set = useMemo(() => countedIds(ids, found, mode), [ids, found, mode]);
  return (
    <>
      <p role="status" className={styles.hint}>
        {found.matches.length === 0
          ? `No ${side} share any of these techniques.`
          : `${found.matches.length} ${side} that share some of these ${set.length} techniques, most similar first. Similarity of technique sets is a lead, never an attribution.`}
      </p>
      {found.unknown === "" ? null : (
        <p className={styles.warning}>
          Not in this release, and skipped: {found.unknown.replaceAll(",", ", ")}
        </p>
      )}
      {found.elsewhere === "" ? null : (
        <p className={styles.warning}>
          Of other releases or domains, and skipped:{" "}
          {found.elsewhere.replaceAll(",", ", ").replaceAll("=", " of ").replaceAll("/", " ")}
        </p>
      )}
      {found.replaced === "" ? null : (
        <p className={styles.warning}>
          Revoked, and counted as what replaced them:{" "}
          {found.replaced.replaceAll(",", ", ").replaceAll("=", " → ")}
        </p>
      )}
      <ol className={styles.matches}>
        {found.matches.map((match) => (
          <MatchRow key={match.attackId} match={match} set={set} names={names} release={release} />
        ))}
      </ol>
    </>
  );
}

interface RowProps {
  match: Match;
  set: readonly string[];
  names: ReadonlyMap<string, string>;
  release: Release;
}

function MatchRow({ match, set, names, release }: RowProps) {
  const { attackId, name, similarity, shared } = match;
  // Hundreds of rows have thousands of techniques, so only expanded rows render them.
  const [isOpen, setIsOpen] = useState(false);
  const missing = set.filter((id) => !shared.includes(id));
  const percent = Math.round(similarity * 100);
  return (
    <li className={styles.match}>
      <span className={styles.matchName}>
        <ActorLink attackId={attackId} release={release}>
          {name}
        </ActorLink>{" "}
        <span className={styles.id}>{attackId}</span>
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${similarity * 100}%` }} />
      </span>
      <span className={styles.percent}>{percent} %</span>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {shared.length} shared, {missing.length} missing
      </button>
      {isOpen ? (
        <div className={styles.details}>
          <TechniqueIds title="Shared" ids={shared} names={names} release={release} />
          <TechniqueIds title="Missing" ids={missing} names={names} release={release} />
        </div>
      ) : null}
    </li>
  );
}

interface IdsProps {
  title: string;
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
  release: Release;
}

function TechniqueIds({ title, ids, names, release }: IdsProps) {
  if (ids.length === 0) return null;
  return (
    <p className={styles.ids}>
      <b>{title}</b>{" "}
      {ids.map((id) => (
        <span key={id} className={styles.technique} data-title={title}>
          <AttackLink id={id} name={names.get(id) ?? null} {...release} />
        </span>
      ))}
    </p>
  );
}

/** Returns the ids as counted: successors for revoked ones, parents where the measure folds them. */
function countedIds(ids: readonly string[], found: Comparison, mode: Mode): string[] {
  const others = found.elsewhere.split(",").map((pair) => pair.split("=")[0]);
  const leftOut = new Set([...found.unknown.split(","), ...others]);
  const pairs = found.replaced.split(",").map((pair) => pair.split("=") as [string, string]);
  const successors = Map.groupBy(pairs, ([from]) => from);
  const counted = ids
    .filter((id) => !leftOut.has(id))
    .flatMap((id) => successors.get(id)?.map(([, to]) => to) ?? [id])
    .map((id) => (mode === "rollup" ? id.replace(/\.\d+$/, "") : id));
  return [...new Set(counted)].sort();
}
