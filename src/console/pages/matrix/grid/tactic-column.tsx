import { memo, useId } from "react";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import type { Scores } from "../overlays/combine-scores.ts";
import type { Layout } from "../search.ts";
import type { Column } from "./build-columns.ts";
import { isOpen } from "./is-open.ts";
import styles from "./matrix-grid.module.css";
import { TechniqueRow } from "./row.tsx";

interface Props {
  column: Column;
  scores: Scores;
  areOpen: boolean;
  /** Techniques of this tactic with the opposite folding, comma-separated. */
  except: string;
  layout: Layout;
  /** The chosen technique, if it is in this tactic. */
  chosen: string | null;
  /** The selected techniques of the tactic, comma-separated. */
  selected: string;
}

/** A tactic: its heading with counts, and its techniques as a list. */
export const TacticColumn = memo(function TacticColumn(props: Props) {
  const { column, scores, areOpen, except, layout, chosen, selected } = props;
  const headingId = useId();
  const { tactic, rows } = column;
  const exceptions = new Set(except.split(","));
  return (
    <section className={styles.column}>
      <h2 id={headingId} className={styles.heading}>
        <span>{tactic.name}</span>
        <Count column={column} scores={scores} />
      </h2>
      <ul className={styles.rows} aria-labelledby={headingId}>
        {rows.map((row) => (
          <TechniqueRow
            key={row.technique.attack_id}
            row={row}
            scores={scores}
            layout={layout}
            selected={selectedOf(row, selected)}
            isOpen={isOpen(row, areOpen, exceptions)}
            chosen={chosen !== null && isInRow(row, chosen) ? chosen : null}
          />
        ))}
      </ul>
    </section>
  );
});

function Count({ column: { rows }, scores }: { column: Column; scores: Scores }) {
  const ids = rows.flatMap(({ technique, subs, isPassedBy }) =>
    (isPassedBy ? subs : [technique, ...subs]).map(({ attack_id }) => attack_id),
  );
  const scored = ids.filter((id) => scores.has(id)).length;
  return (
    <span className={styles.count}>
      {scores.size === 0 ? null : (
        <>
          {scored}
          <Unseen> scored of</Unseen>
          <span aria-hidden> / </span>
        </>
      )}
      {ids.length}
      <Unseen>{ids.length === 1 ? " technique" : " techniques"}</Unseen>
    </span>
  );
}

/** Returns the selected techniques of a row as an identical text while they do not change. */
function selectedOf({ technique, subs }: Column["rows"][number], selected: string): string {
  if (selected === "") return "";
  const all = new Set(selected.split(","));
  const own = [technique, ...subs].map(({ attack_id: id }) => id);
  return own.filter((id) => all.has(id)).join(",");
}

function isInRow({ technique, subs }: Column["rows"][number], attackId: string): boolean {
  return technique.attack_id === attackId || subs.some((sub) => sub.attack_id === attackId);
}
