import { useState } from "react";
import type { Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import type { Verdicts } from "./use-verdicts.ts";
import styles from "./accept-rest.module.css";

interface Props {
  /** The listed techniques. */
  listed: readonly Technique[];
  verdicts: Verdicts;
  onClose: () => void;
}

const START = 90;

/** Accepts the rest above a confidence. Techniques with a warning need manual review. */
export function AcceptRest({ listed, verdicts, onClose }: Props) {
  const [percent, setPercent] = useState(START);
  const sure = listed.filter(
    ({ review_status: status, confidence, origin }) =>
      status === "suggested" && origin === "analysis" && Math.round(confidence * 100) >= percent,
  );
  const clear = sure.filter(({ warnings }) => warnings.length === 0);
  const warned = sure.length - clear.length;
  return (
    <form
      className={styles.rest}
      onSubmit={(event) => {
        event.preventDefault();
        verdicts.giveTo(clear, "accepted");
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label>
        Unreviewed techniques at{" "}
        <input
          autoFocus
          type="number"
          className={controls.field}
          min={0}
          max={100}
          step={1}
          value={percent}
          onChange={(event) => setPercent(Number(event.target.value))}
        />{" "}
        % and more
      </label>
      <button type="submit" className={controls.primary} disabled={clear.length === 0}>
        Accept {clear.length}
      </button>
      <button type="button" className={controls.button} onClick={onClose}>
        Cancel
      </button>
      <span role="status" className={styles.note}>
        {describe(clear.length, warned)}
      </span>
    </form>
  );
}

function describe(clear: number, warned: number): string {
  const others = warned === 0 ? "" : ` ${warned} more with a warning ${wait(warned)} for you.`;
  if (clear === 0) return `No listed technique is this certain.${others}`;
  return `${clear === 1 ? "1 listed technique" : `${clear} listed techniques`}, undone together.${others}`;
}

function wait(count: number): string {
  return count === 1 ? "waits" : "wait";
}
