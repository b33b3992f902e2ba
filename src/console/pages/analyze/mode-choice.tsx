import { useId } from "react";
import type { Analysis } from "../../api/session.ts";
import styles from "./mode-choice.module.css";
import type { Draft } from "./use-draft.ts";

type Mode = Analysis["mode"];

const MODES: { mode: Mode; name: string; hint: string }[] = [
  { mode: "precision", name: "Precision", hint: "Only what is sure; the rest is left out" },
  { mode: "balanced", name: "Balanced", hint: "The fewest mistakes of both kinds" },
  { mode: "recall", name: "Recall", hint: "Little is missed; more to check" },
];

interface Props {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** How sure the embedded analyser must be of what it finds. */
export function ModeChoice({ draft, onChange }: Props) {
  const group = useId();
  const chosen = MODES.find(({ mode }) => mode === draft.mode)?.mode ?? "balanced";
  return (
    <fieldset className={styles.modes}>
      <legend>What matters most</legend>
      {MODES.map(({ mode, name, hint }) => (
        <label key={mode} className={styles.mode}>
          <input
            type="radio"
            name={group}
            checked={mode === chosen}
            aria-describedby={`${group}-${mode}`}
            aria-label={name}
            onChange={() => onChange({ mode })}
          />
          {name}
          <span id={`${group}-${mode}`} className={styles.hint}>
            {hint}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
