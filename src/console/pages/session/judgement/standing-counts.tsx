import type { Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import type { Choice } from "../use-choice.ts";
import { standingFilter, STANDINGS, type Standing } from "./standing.ts";
import styles from "./standing-counts.module.css";

interface Props {
  techniques: readonly Technique[];
  choice: Choice;
}

/** How many techniques have each standing; each count filters the list by it. */
export function StandingCounts({ techniques, choice }: Props) {
  const byStanding = Map.groupBy(techniques, ({ judgement }) => judgement?.standing);
  const shown = (Object.keys(STANDINGS) as Standing[]).filter((one) => byStanding.has(one));
  if (shown.length === 0) return null;
  return (
    <p role="group" aria-label="Standing" className={styles.counts}>
      {shown.map((standing) => {
        const isChosen = choice.filter === standingFilter(standing);
        return (
          <button
            key={standing}
            type="button"
            className={controls.button}
            aria-pressed={isChosen}
            onClick={() => choice.setFilter(isChosen ? "" : standingFilter(standing))}
          >
            {STANDINGS[standing]} <span>{byStanding.get(standing)?.length}</span>
          </button>
        );
      })}
    </p>
  );
}
