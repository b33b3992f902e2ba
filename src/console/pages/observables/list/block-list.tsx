import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { blockListQuery } from "../../../api/observables.ts";
import { counted } from "../../../parts/counted.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { exportAddress, type Filters } from "./filters.ts";
import styles from "./observables-page.module.css";

/** Previews what the block list of these filters would block, before it goes to a firewall. */
export function BlockList({ filters }: { filters: Filters }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={controls.plain}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Preview block list
      </button>
      {isOpen ? <Preview filters={filters} /> : null}
    </>
  );
}

function Preview({ filters }: { filters: Filters }) {
  const list = useQuery(blockListQuery(exportAddress(filters, "txt", true)));
  if (list.isError) return <ErrorPane error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <span role="status">Loading the block list</span>;
  const { first, total } = list.data;
  return (
    <div className={styles.preview} role="status">
      <p>
        {total === 0
          ? "The block list is empty. No active indicator or mentioned value matches."
          : `${counted(total, "value")}. Only active indicators and mentioned values, unless you filter by role.`}
      </p>
      <pre>
        {first.map((value) => (
          // Each in a separate element, because the text between them would show its line breaks.
          <span key={value} className={styles.blocked}>
            <VisibleText text={value} />
          </span>
        ))}
        {total > first.length ? `… ${(total - first.length).toLocaleString("en")} more` : ""}
      </pre>
    </div>
  );
}
