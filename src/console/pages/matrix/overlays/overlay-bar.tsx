import type { NamedRelease } from "../../../api/attack.ts";
import { describeFailure } from "../../../api/problem.ts";
import { COMBINATIONS, type Combination } from "../search.ts";
import { COMBINATION_WORDS } from "./combination-words.ts";
import { AddOverlay } from "./add-overlay.tsx";
import { Legend } from "./legend.tsx";
import { OVERLAY_NAMES, type OverlayRef, writeRef } from "./overlay-ref.ts";
import styles from "./overlays.module.css";
import type { OverlayState } from "./use-overlays.ts";

/** What a combination shows where there is one overlay, and where there are more. */
const ALONE: readonly Combination[] = ["count", "highest"];

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
        <span className={styles.kind}>Arrow keys move, Enter opens, Space folds, x selects</span>
      ) : (
        <>
          <div role="group" aria-label="Combine overlays" className={styles.ways}>
            {(states.length === 1 ? ALONE : COMBINATIONS).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === combination}
                title={COMBINATION_WORDS[one].means}
                onClick={() => onCombine(one)}
              >
                {COMBINATION_WORDS[one].name}
              </button>
            ))}
          </div>
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
        <span className={styles.kind}>{OVERLAY_NAMES[ref.kind]}</span> {name}
        {overlay === undefined ? null : <span className={styles.kind}> {overlay.marks.size}</span>}
        {beyond.length === 0 || known.size === 0 ? null : (
          <span className={styles.beyond} title={beyond.join(", ")}>
            {" "}
            {beyond.length} not in this release
          </span>
        )}
        {error === null ? null : <span role="alert"> {describeFailure(error)}</span>}
      </span>
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
