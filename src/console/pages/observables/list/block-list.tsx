import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { blockListQuery } from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { exportAddress, type Filters } from "./filters.ts";
import styles from "./observables-page.module.css";

/** Shows what the block list of these filters would block, before it goes to a firewall. */
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
          ? "Nothing of this can be blocked."
          : `${total} ${total === 1 ? "value" : "values"}: active indicators and mentioned values, unless the filters ask for other roles.`}
      </p>
      <pre>
        <VisibleText text={first.join("\n")} />
        {total > first.length ? `\n… ${total - first.length} more` : ""}
      </pre>
    </div>
  );
}
