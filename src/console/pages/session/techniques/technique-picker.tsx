import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Analysis, Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import type { Pickable } from "./rank-techniques.ts";
import styles from "./technique-picker.module.css";

export interface PickerProps {
  analysis: Analysis;
  /** The passage that it is about. The analyzer's candidates for it come first. */
  span: Span | null;
  label: string;
  /** Whether it has the initial focus. */
  isFirst?: boolean;
  onPick: (technique: Pickable) => void;
  /** Shows a technique that the session already has. */
  onGoTo: (attackId: string) => void;
  onClose: () => void;
}

export const LazyCombobox = lazyRouteComponent(
  () => import("./technique-combobox.tsx"),
  "TechniqueCombobox",
);

/** Finds a technique of the session's release by id, name or parent. */
export function TechniquePicker(props: PickerProps) {
  const { label, isFirst = true, onClose } = props;
  const [query, setQuery] = useState("");
  const cancel = (
    <button type="button" className={controls.button} onClick={onClose}>
      Cancel
    </button>
  );
  // Typing begins before the list is loaded: keys must not review the technique in the meantime.
  const field = (
    <span className={styles.line}>
      <input
        autoFocus={isFirst}
        className={controls.field}
        aria-label={label}
        placeholder={`${label}: ID or name`}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {cancel}
    </span>
  );
  return (
    <div
      ref={(element) => element?.scrollIntoView({ block: "nearest" })}
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Suspense fallback={field}>
        <LazyCombobox {...props} query={query} onQuery={setQuery} cancel={cancel} />
      </Suspense>
    </div>
  );
}
