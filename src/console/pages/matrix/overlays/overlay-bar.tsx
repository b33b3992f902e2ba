import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import type { NamedRelease } from "../../../api/attack.ts";
import { describeFailure } from "../../../api/problem.ts";
import { COMBINATIONS, type Combination } from "../search.ts";
import { COMBINATION_WORDS } from "./combination-words.ts";
import { Legend } from "./legend.tsx";
import { OVERLAY_NAMES, type OverlayRef, writeRef } from "./overlay-ref.ts";
import styles from "./overlays.module.css";
import type { OverlayState } from "./use-overlays.ts";

const AddOverlay = lazyRouteComponent(() => import("./add-overlay.tsx"), "AddOverlay");

/** The combinations for a single overlay, and those for several. */
const ALONE: readonly Combination[] = ["count", "highest"];

interface Props {
  release: NamedRelease;
  states: readonly OverlayState[];
  combination: Combination;
  /** Ids of the release, to find techniques of an overlay outside it. */
  known: ReadonlySet<string>;
  onToggle: (ref: OverlayRef) => void;
  onCombine: (combination: Combination) => void;
}

/** The overlays of the matrix, their combination, and the meaning of the colors. */
export function OverlayBar(props: Props) {
  const { release, states, combination, known, onToggle, onCombine } = props;
  return (
    <div className={styles.bar}>
      <Suspense
        fallback={
          <input
            readOnly
            className={styles.input}
            aria-label="Add an overlay"
            placeholder="Add a report, group, campaign or layer"
          />
        }
      >
        <AddOverlay release={release} states={states} onAdd={onToggle} />
      </Suspense>
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
