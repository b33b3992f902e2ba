import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { tacticsQuery } from "../../api/attack.ts";
import { AttackLink } from "../attack-link.tsx";
import type { Actor } from "./actor.ts";
import { ActorLink, type ActorRelease } from "./actor-link.tsx";
import styles from "./side-by-side.module.css";
import { techniquesByTactic } from "./techniques-by-tactic.ts";

type Technique = Actor["techniques"][number];
type Place = "left" | "both" | "right";

interface Props {
  left: Actor;
  right: Actor;
  release: ActorRelease;
}

/** The shared and distinct techniques of two groups or campaigns, by tactic. */
export function SideBySide({ left, right, release }: Props) {
  const { domain, version } = left;
  const tactics = useQuery(tacticsQuery({ domain, version })).data;
  const { placeOf, all } = useMemo(() => placeTechniques(left, right), [left, right]);
  const byTactic = useMemo(() => techniquesByTactic(all, tactics ?? []), [all, tactics]);
  const count = (place: Place) =>
    all.filter(({ attack_id }) => placeOf(attack_id) === place).length;
  const columns = [
    { place: "left", title: `Only ${left.name}` },
    { place: "both", title: "Both" },
    { place: "right", title: `Only ${right.name}` },
  ] as const;
  return (
    <>
      <p>
        <ActorLink attackId={right.attackId} release={release}>
          {right.name}
        </ActorLink>{" "}
        and {left.name} share {count("both")} of {all.length} techniques (
        {Math.round((count("both") / Math.max(1, all.length)) * 100)} %).
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Tactic</th>
            {columns.map(({ place, title }) => (
              <th key={place} scope="col">
                {title} <span className={styles.quiet}>{count(place)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byTactic.map(({ shortname, name, techniques }) => (
            <tr key={shortname}>
              <th scope="row">{name}</th>
              {columns.map(({ place, title }) => (
                <Cell
                  key={place}
                  title={title}
                  isShared={place === "both"}
                  release={release}
                  techniques={techniques.filter((one) => placeOf(one.attack_id) === place)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface CellProps {
  title: string;
  isShared: boolean;
  techniques: readonly Technique[];
  release: ActorRelease;
}

function Cell({ title, isShared, techniques, release }: CellProps) {
  return (
    <td className={styles.cell} data-title={title} data-empty={techniques.length === 0}>
      <ul className={styles.techniques}>
        {techniques.map(({ attack_id, name }) => (
          <li key={attack_id} className={styles.technique} data-shared={isShared}>
            <AttackLink id={attack_id} name={name} {...release} />
          </li>
        ))}
      </ul>
    </td>
  );
}

function placeTechniques(left: Actor, right: Actor) {
  const byId = new Map(
    [...right.techniques, ...left.techniques].map((one) => [one.attack_id, one]),
  );
  const inLeft = new Set(left.techniques.map(({ attack_id }) => attack_id));
  const inRight = new Set(right.techniques.map(({ attack_id }) => attack_id));
  const placeOf = (id: string): Place => {
    if (!inLeft.has(id)) return "right";
    return inRight.has(id) ? "both" : "left";
  };
  return { placeOf, all: [...byId.values()] };
}
