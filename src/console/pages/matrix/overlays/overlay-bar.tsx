import type { NamedRelease } from "../../../api/attack.ts";
import { describeFailure } from "../../../api/problem.ts";
import { COMBINATIONS, type Combination } from "../search.ts";
import { AddOverlay } from "./add-overlay.tsx";
import { Legend } from "./legend.tsx";
import { type OverlayRef, writeRef } from "./overlay-ref.ts";
import styles from "./overlays.module.css";
import type { OverlayState } from "./use-overlays.ts";

const NAMES: Record<Combination, string> = {
  count: "How many have it",
  highest: "Highest score",
  union: "Set: in any",
  intersection: "Set: in all",
  difference: "Set: only in the first",
};

interface Props {
  release: NamedRelease;
  states: readonly OverlayState[];
  combination: Combination;
  /** Ids of the release, to tell what an overlay has beyond it. */
  known: ReadonlySet<string>;
  onToggle: (ref: OverlayRef) => void;
  onCombine: (combination: Combination) => void;
}

/** What lies over the matrix, how it is combined, and what the colours mean. */
export function OverlayBar(props: Props) {
  const { release, states, combination, known, onToggle, onCombine } = props;
  return (
    <div className={styles.bar}>
      <AddOverlay release={release} states={states} onAdd={onToggle} />
      <ul className={styles.chips} aria-label="Overlays">
        {states.map((state) => (
          <li key={writeRef(state.ref)}>
            <Chip state={state} known={known} onRemove={() => onToggle(state.ref)} />
          </li>
        ))}
      </ul>
      {states.length === 0 ? (
        <span className={styles.kind}>Arrows move, Enter opens, Space folds</span>
      ) : (
        <>
          <label>
            Colour by{" "}
            <select
              value={combination}
              onChange={({ target }) => {
                const chosen = COMBINATIONS.find((one) => one === target.value);
                if (chosen !== undefined) onCombine(chosen);
              }}
            >
              {COMBINATIONS.map((one) => (
                <option key={one} value={one}>
                  {NAMES[one]}
                </option>
              ))}
            </select>
          </label>
          <Legend combination={combination} overlays={states.length} />
        </>
      )}
    </div>
  );
}

interface ChipProps {
  state: OverlayState;
  known: ReadonlySet<string>;
  onRemove: () => void;
}

function Chip({ state: { ref, overlay, error }, known, onRemove }: ChipProps) {
  const name = overlay?.name ?? ref.id;
  const beyond = [...(overlay?.marks.keys() ?? [])].filter((id) => !known.has(id));
  return (
    <span className={styles.chip} data-failed={error !== null}>
      <span>
        <span className={styles.kind}>{ref.kind}</span> {name}
        {overlay === undefined ? null : <span className={styles.kind}> {overlay.marks.size}</span>}
        {beyond.length === 0 || known.size === 0 ? null : (
          <span className={styles.beyond} title={beyond.join(", ")}>
            {" "}
            {beyond.length} not in this release
          </span>
        )}
        {error === null ? null : <span role="alert"> {describeFailure(error)}</span>}
      </span>
      <button type="button" aria-label={`Take ${name} off`} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
