import type { ObservableContext } from "../../../api/observables.ts";
import { formatTime } from "../../../parts/when.ts";
import { ROLES } from "../shown/words.ts";
import styles from "./observable-page.module.css";

type Act = ObservableContext["history"][number];

const BULK: Readonly<Record<string, string>> = {
  confirm: "confirmed it",
  suppress: "suppressed it",
  expire: "let it expire",
  tag: "tagged it",
  untag: "took off",
};

/** Who changed it and how, latest first. */
export function History({ history }: { history: readonly Act[] }) {
  return (
    <section className={styles.stack}>
      <h2>
        History <span className={styles.quiet}>{history.length}</span>
      </h2>
      {history.length === 0 ? (
        <p className={styles.quiet}>No analyst has changed this value.</p>
      ) : null}
      <ol className={styles.rows}>
        {history.toReversed().map((act, index) => (
          // Two actions at the same moment are distinguished only by their position.
          <li key={`${act.created_at} ${index}`}>
            {act.actor} {describeAct(act)}{" "}
            <span className={styles.quiet}>{formatTime(act.created_at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Describes an action. */
export function describeAct({ action, details }: Pick<Act, "action" | "details">): string {
  switch (action) {
    case "observable.create":
      return "added it by hand";
    case "observable.enrich":
      return "enriched it";
    case "observable.bulk": {
      const change = String(details["change"]);
      return [BULK[change] ?? change, listOf(details["tags"])].join(" ").trim();
    }
    case "observable.update":
      return describeUpdate(details);
    default:
      return action.replace(/^observable\./u, "").replaceAll("_", " ");
  }
}

function describeUpdate({ role, confidence, tags, confirmed }: Act["details"]): string {
  const changes = [
    ...(confirmed === true ? ["entered it by hand as well"] : []),
    ...(typeof role === "string" ? [`set the role to ${roleName(role)}`] : []),
    ...(typeof confidence === "number" ? [`set the confidence to ${confidence} %`] : []),
    ...(tags === undefined ? [] : [`set the tags to ${listOf(tags) || "none"}`]),
  ];
  return changes.join(", ") || "changed it";
}

function roleName(role: string): string {
  return Object.entries(ROLES).find(([one]) => one === role)?.[1].name ?? role;
}

function listOf(tags: unknown): string {
  return Array.isArray(tags) ? tags.map(String).join(", ") : "";
}
