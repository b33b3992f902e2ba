import { useId } from "react";
import { AnalyserFields } from "../../../parts/analyser/analyser-fields.tsx";
import { useProviders } from "../../../parts/analyser/providers.ts";
import controls from "../../../parts/controls.module.css";
import type { Analysis } from "./analysis.ts";
import styles from "./promote-form.module.css";

interface Props {
  /** The number of promoted reports. */
  count: number;
  /** Whether any of them links to an article. */
  hasLink: boolean;
  choice: Analysis;
  onChoice: (choice: Analysis) => void;
  /** @param analysis null to promote without one */
  onPromote: (analysis: Analysis | null) => void;
  onCancel: () => void;
}

/** Selects how to analyze a report when it is promoted. */
export function PromoteForm({ count, hasLink, choice, onChoice, onPromote, onCancel }: Props) {
  const providers = useProviders();
  const titleId = useId();
  const { provider, mode, fetch } = choice;
  return (
    <form
      className={styles.form}
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        onPromote({ ...choice, fetch: fetch && hasLink });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <p id={titleId} className={styles.title}>
        {count === 1 ? "Promote and analyze with" : `Promote and analyze ${count} reports with`}
      </p>
      <div className={styles.line}>
        <AnalyserFields
          providers={providers}
          chosen={{ ...(provider !== undefined && { provider }), mode }}
          onChange={(next) => onChoice({ ...choice, ...next })}
        />
      </div>
      {hasLink ? (
        <label className={styles.line}>
          <input
            type="checkbox"
            checked={fetch}
            onChange={({ target }) => onChoice({ ...choice, fetch: target.checked })}
          />
          Fetch and analyze the linked article
        </label>
      ) : null}
      <div className={styles.line}>
        {/* Enter confirms right after the key that opened the form. */}
        <button type="submit" className={controls.primary} autoFocus>
          Promote and analyze
        </button>
        <button type="button" className={controls.button} onClick={() => onPromote(null)}>
          Promote only
        </button>
        <button type="button" className={controls.plain} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
