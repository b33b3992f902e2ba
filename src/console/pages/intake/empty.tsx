import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { intakeCountsQuery } from "../../api/intake.ts";
import controls from "../../parts/controls.module.css";
import { PathLink } from "../../parts/path-link.tsx";
import styles from "./intake-page.module.css";
import { type IntakeSearch, isNarrowed } from "./search.ts";

interface Props {
  search: IntakeSearch;
  mayChange: boolean;
  onAdd: () => void;
}

/** What an empty list means, and what to do next. */
export function Empty({ search, mayChange, onAdd }: Props) {
  const counts = useQuery(intakeCountsQuery).data;
  if (counts === undefined) return null;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return <Nothing mayChange={mayChange} onAdd={onAdd} />;
  if (isNarrowed(search)) {
    return (
      <div className={styles.empty}>
        <h2>No report matches</h2>
        <p>
          <Link to="/intake" search={{ status: search.status ?? "pending" }}>
            Clear filters
          </Link>
        </p>
      </div>
    );
  }
  const { status = "pending" } = search;
  return (
    <div className={styles.empty}>
      <h2>{status === "pending" ? "The queue is empty" : "No report has this state"}</h2>
      <p>
        {status === "pending"
          ? "Every collected report has been decided on. New ones appear here when a source runs or a file is imported."
          : "Reports move here when you decide on them."}
      </p>
      {status === "pending" && counts.reviewing > 0 ? (
        <p>
          <Link to="/intake" search={{ status: "reviewing" }}>
            {counts.reviewing === 1
              ? "Read the report left for later"
              : `Read the ${counts.reviewing} reports left for later`}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

function Nothing({ mayChange, onAdd }: Pick<Props, "mayChange" | "onAdd">) {
  return (
    <div className={styles.empty}>
      <h2>No report has been collected</h2>
      <p>
        Reports from feeds and imports wait here until an analyst decides on them. Promote a report
        to analyze it, leave it for later, or reject it. Each shows why it may be worth reading: the
        groups, software and CVEs that it names, and techniques that none of your reports has yet.
      </p>
      {mayChange ? (
        <ul className={styles.ways}>
          <li>
            <PathLink path="/intake/sources">Add a source</PathLink> to collect the reports of a
            feed
          </li>
          <li>
            <PathLink path="/intake/imports">Import a file</PathLink> in STIX, MISP or ATLAS format
          </li>
          <li>
            <button type="button" className={controls.plain} onClick={onAdd}>
              Add a report manually
            </button>{" "}
            with its title, link and text
          </li>
        </ul>
      ) : (
        <p>Ask an analyst to add a source or to import a file.</p>
      )}
    </div>
  );
}
