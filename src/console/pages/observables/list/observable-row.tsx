import { ChooseRow } from "../../../parts/choose-boxes.tsx";
import { Link } from "@tanstack/react-router";
import type { Observable } from "../../../api/observables.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import tables from "../../../parts/table.module.css";
import { formatDay, formatTime } from "../../../parts/when.ts";
import { ObservableValue } from "../shown/observable-value.tsx";
import { plainValue, shortValue } from "../shown/plain-value.ts";
import { kindName, ROLES } from "../shown/words.ts";
import styles from "./observables-page.module.css";
import { type Chosen, linkId } from "../../../parts/use-chosen.ts";

interface Props {
  observable: Observable;
  chosen: Chosen;
}

/** One observable: select, open, or copy. */
export function ObservableRow({ observable, chosen }: Props) {
  const { id, kind, role, confidence, tags, report_ids, session_ids } = observable;
  const reports = report_ids.length + session_ids.length;
  const value = plainValue(observable);
  const short = shortValue(value);
  const { name, means } = ROLES[role];
  return (
    <tr data-row={id} data-chosen={chosen.has(id)}>
      <td>
        <ChooseRow chosen={chosen} id={id} name={short} />
      </td>
      <th scope="row" className={styles.value}>
        <Link id={linkId(id)} to="/observables/$observableId" params={{ observableId: id }}>
          <ObservableValue kind={kind} value={value} />
        </Link>
        <span className={styles.below}>
          {kindName(kind)}, {name}, {confidence} %
        </span>
      </th>
      <td className={`${styles.wide} ${styles.kind}`}>{kindName(kind)}</td>
      <td className={styles.wide} title={means}>
        {name}
      </td>
      <td className={`${styles.wide} ${styles.number}`}>{confidence} %</td>
      <td className={`${styles.wide} ${styles.number}`}>{reports}</td>
      <Moment at={observable.first_seen_at} />
      <Moment at={observable.last_seen_at} />
      <Expiry observable={observable} />
      <td className={styles.wide}>
        <span className={styles.tags}>
          {tags.map((tag) => (
            <span key={tag} className={tables.tag}>
              {tag}
            </span>
          ))}
        </span>
      </td>
      <td className={styles.copy}>
        <CopyButton text={value} name="Copy plain" label={`Copy plain value ${short}`} />
      </td>
    </tr>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <td className={`${styles.wide} ${styles.day}`} title={formatTime(at)}>
      {formatDay(at)}
    </td>
  );
}

function Expiry({ observable: { expires_at: end, active } }: { observable: Observable }) {
  return (
    <td className={`${styles.wide} ${styles.day}`} title={formatTime(end)}>
      {end === null ? <span className={styles.quiet}>Never</span> : formatDay(end)}
      {active ? null : <span className={styles.warning}> Expired</span>}
    </td>
  );
}
