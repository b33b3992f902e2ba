import { useQuery } from "@tanstack/react-query";
import { techniquesQuery } from "../../../../api/attack.ts";
import controls from "../../../../parts/controls.module.css";
import { AttackLink } from "../../../../parts/attack-link.tsx";
import { PathLink } from "../../../../parts/path-link.tsx";
import type { FindingsProps } from "../findings.tsx";
import styles from "./group-bar.module.css";

interface Props {
  id: string;
  name: string;
  /** From 0 to 1. */
  share: number;
  /** The same as a text. */
  figure: string;
  said: string;
  shared: readonly string[];
  /** Techniques of the session that the group is not known to use. */
  missing: readonly string[];
  props: FindingsProps;
}

/** A group as a bar. Expanded, it shows the techniques shared with the session and those not shared. */
export function GroupBar({ id, name, share, figure, said, shared, missing, props }: Props) {
  return (
    <li>
      <details className={styles.group}>
        <summary className={styles.head}>
          <span className={styles.name}>{name}</span>
          <span className={styles.figure}>{figure}</span>
          <meter
            className={styles.bar}
            min={0}
            max={1}
            value={share}
            aria-label={`${name}: ${figure}`}
          >
            {figure}
          </meter>
        </summary>
        <p className={styles.said}>
          {id === undefined ? null : <PathLink path={`/groups/${id}`}>{id}</PathLink>} {said}
        </p>
        <Techniques title="Shared" ids={shared} props={props} />
        <Techniques title="Not known of the group" ids={missing} props={props} />
      </details>
    </li>
  );
}

interface TechniquesProps {
  title: string;
  ids: readonly string[];
  props: FindingsProps;
}

function Techniques({ title, ids, props }: TechniquesProps) {
  const { analysis, choice } = props;
  const known = useQuery(techniquesQuery(analysis)).data;
  const has = new Set(analysis.techniques.map(({ attack_id }) => attack_id));
  const nameOf = (id: string) => known?.find(({ attack_id }) => attack_id === id)?.name ?? "";
  if (ids.length === 0) return null;
  return (
    <div className={styles.techniques}>
      <h3>
        {title} <span className={styles.figure}>{ids.length}</span>
      </h3>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            {has.has(id) ? (
              <button type="button" className={controls.plain} onClick={() => choice.choose(id)}>
                {id} {nameOf(id)}
              </button>
            ) : (
              <AttackLink id={id} name={nameOf(id)} domain={analysis.domain} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
