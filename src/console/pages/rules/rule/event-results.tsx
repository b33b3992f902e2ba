import { counted } from "../../../parts/counted.ts";
import type { RuleTest } from "../../../api/rules.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";

const MOST = 50;

type EventResult = RuleTest["results"][number];
type FailedPart = EventResult["failed"][number];

/** The events that match and, for the others, which part of the condition failed. */
export function EventResults({ result: { results, results_count: count } }: { result: RuleTest }) {
  const shown = results.slice(0, MOST);
  return (
    <>
      <ol className={styles.rows}>
        {shown.map((one) => (
          <li key={one.index}>
            <Event result={one} />
          </li>
        ))}
      </ol>
      {shown.length < count ? (
        <p className={styles.quiet}>
          The first {shown.length} of {counted(count, "event")} are shown.
        </p>
      ) : null}
    </>
  );
}

function Event({ result }: { result: EventResult }) {
  const { index, line, matched, logsource, failed, failed_count: count } = result;
  return (
    <>
      <strong className={matched ? styles.good : ""}>
        Event {index + 1}
        {line === null ? "" : `, line ${line}`}: {matched ? "matches" : "does not match"}
      </strong>
      {logsource === "other" ? (
        <span className={styles.below}>It comes from another log source than the rule reads.</span>
      ) : null}
      <ul>
        {failed.map((part, place) => (
          // A part has no identity but its position.
          <li key={place} className={styles.below}>
            <Failed part={part} />
          </li>
        ))}
      </ul>
      {failed.length < count ? (
        <span className={styles.below}>and {count - failed.length} more</span>
      ) : null}
    </>
  );
}

/** The field value that the rule requires, and that of the event. */
function Failed({ part }: { part: FailedPart }) {
  const { selection, field, modifiers, expected, wanted, wanted_count: count, found } = part;
  const verb = expected === "match" ? "wants" : "must not be";
  const rest = wanted.length < count ? ` or ${count - wanted.length} more` : "";
  return (
    <bdi>
      <VisibleText
        text={`${selection}: ${[field ?? "any field", ...modifiers].join("|")} ${verb} ${wanted.join(" or ")}${rest}; ${
          found === null ? "the event does not have it" : `the event has ${found.join(", ")}`
        }`}
      />
    </bdi>
  );
}
