import { useState } from "react";
import type { BulkChange, Observable } from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { EnrichChosen } from "./enrich/enrich-chosen.tsx";
import type { Enrichment } from "./enrich/use-enrichment.ts";
import styles from "./observables-page.module.css";

/** Actions on the selected observables, except tagging. */
export type Act = "confirm" | "suppress" | "expire";

interface Props {
  observables: readonly Observable[];
  enrichment: Enrichment;
  mayChange: boolean;
  isPending: boolean;
  onAct: (act: Act) => void;
  onTag: (action: Extract<BulkChange, { tags: string[] }>["action"], tag: string) => void;
  onClear: () => void;
}

/** The id of the input for a tag of the selected observables. */
export const TAG_ID = "observables-tag";
const ACTS: readonly (readonly [Act, string])[] = [
  ["confirm", "Confirm"],
  ["suppress", "Suppress"],
  ["expire", "Expire"],
];
const MAX_TAG = 100;

/** The actions on the selected observables. */
export function BulkBar(props: Props) {
  const { observables, enrichment, mayChange, isPending, onAct, onTag, onClear } = props;
  if (observables.length === 0) {
    return (
      <p className={styles.quiet}>
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> selects. Selected values can be confirmed,
        suppressed, enriched or tagged.
      </p>
    );
  }
  return (
    <div role="group" aria-label="Selected observables" className={styles.bulk}>
      <strong role="status">{observables.length} selected</strong>
      {mayChange
        ? ACTS.map(([act, name]) => (
            <button
              key={act}
              type="button"
              className={controls.button}
              disabled={isPending}
              onClick={() => onAct(act)}
            >
              {name}
            </button>
          ))
        : null}
      {mayChange ? <Tagging isPending={isPending} onTag={onTag} /> : null}
      <CopyButton text={observables.map(plainValue).join("\n")} name="Copy plain values" />
      <button type="button" className={controls.button} onClick={onClear}>
        Clear selection
      </button>
      {mayChange ? <EnrichChosen observables={observables} enrichment={enrichment} /> : null}
    </div>
  );
}

function Tagging({ isPending, onTag }: Pick<Props, "isPending" | "onTag">) {
  const [tag, setTag] = useState("");
  const wanted = tag.trim();
  const isOff = isPending || wanted === "";
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) onTag("tag", wanted);
      }}
    >
      <input
        id={TAG_ID}
        className={controls.field}
        aria-label="Tag for the chosen"
        placeholder="Tag"
        size={12}
        maxLength={MAX_TAG}
        value={tag}
        onChange={({ target }) => setTag(target.value)}
      />
      <button type="submit" className={controls.button} disabled={isOff}>
        Tag
      </button>
      <button
        type="button"
        className={controls.button}
        disabled={isOff}
        onClick={() => onTag("untag", wanted)}
      >
        Untag
      </button>
    </form>
  );
}
