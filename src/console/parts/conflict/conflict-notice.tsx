import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { meQuery } from "../../api/service.ts";
import controls from "../controls.module.css";
import { VisibleText } from "../visible-text/visible-text.tsx";
import { formatTime } from "../when.ts";
import styles from "./conflict-notice.module.css";
import { describeOther } from "./describe-other.ts";

interface Props {
  /** What was changed, as the object of a sentence. */
  what: string;
  changedBy: string | null;
  changedAt: string | null;
  theirs: string;
  mine: string;
  onKeep: () => void;
  onApply: () => void;
  children?: ReactNode;
}

/** Both states of something that two people changed, and the choice between them. */
export function ConflictNotice(props: Props) {
  const { what, changedBy, changedAt, theirs, mine, onKeep, onApply, children } = props;
  const me = useQuery(meQuery).data;
  return (
    <div role="alert" className={styles.notice}>
      <p>
        <strong>
          <bdi>
            <VisibleText text={describeOther(changedBy, me)} />
          </bdi>{" "}
          changed {what}
        </strong>
        {changedAt === null ? "" : ` (${formatTime(changedAt)})`}. Your change is not saved.
      </p>
      <dl className={styles.states}>
        <dt>Theirs</dt>
        <dd>
          <VisibleText text={theirs} />
        </dd>
        <dt>Yours</dt>
        <dd>
          <VisibleText text={mine} />
        </dd>
      </dl>
      {children}
      <p className={styles.actions}>
        <button type="button" className={controls.button} onClick={onKeep}>
          Keep theirs
        </button>
        <button type="button" className={controls.button} onClick={onApply}>
          Apply mine
        </button>
      </p>
    </div>
  );
}
