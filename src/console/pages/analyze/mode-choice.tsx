import { useId } from "react";
import { MODES, modeObstacle } from "../../parts/analyser/modes.ts";
import { type Provider } from "../../parts/analyser/providers.ts";
import styles from "./mode-choice.module.css";
import type { Draft } from "./use-draft.ts";

interface Props {
  /** Empty for the service's default. */
  mode: string;
  provider: Provider | undefined;
  providers: readonly Provider[];
  onChange: (part: Partial<Draft>) => void;
}

/** The required confidence of the embedded analyzer, or the choice of a language model. */
export function ModeChoice({ mode: wanted, provider, providers, onChange }: Props) {
  const group = useId();
  const chosen = MODES.find(({ mode }) => mode === wanted)?.mode ?? "balanced";
  return (
    <fieldset className={styles.modes}>
      <legend>Mode</legend>
      {MODES.map(({ mode, name, hint }) => {
        const obstacle = modeObstacle(mode, provider, providers);
        return (
          <label key={mode} className={styles.mode} data-disabled={obstacle !== null}>
            <input
              type="radio"
              name={group}
              checked={mode === chosen}
              disabled={obstacle !== null}
              aria-describedby={`${group}-${mode}`}
              aria-label={name}
              onChange={() => onChange({ mode })}
            />
            {name}
            <span id={`${group}-${mode}`} className={styles.hint}>
              {hint}
              {obstacle === null ? null : <span className={styles.obstacle}>. {obstacle}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
