import { useQuery } from "@tanstack/react-query";
import { techniqueQuery } from "../../../api/attack.ts";
import type { Analysis } from "../../../api/session.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { AttackText } from "../../../parts/attack-text/attack-text.tsx";
import { localKept } from "../../../parts/browser-storage.ts";
import { PathLink } from "../../../parts/path-link.tsx";
import styles from "./definition.module.css";

const KEY = "tradecraft.definition";

interface Props {
  analysis: Analysis;
  attackId: string;
}

/** ATT&CK's definition of a technique, next to the report's statement. Whether it is expanded is stored. */
export function Definition({ analysis, attackId }: Props) {
  const { domain, version } = analysis;
  const technique = useQuery(techniqueQuery({ domain, version }, attackId));
  const { description = null } = technique.data ?? {};
  return (
    <details
      className={styles.definition}
      open={localKept.get(KEY) !== "closed"}
      onToggle={(event) => localKept.set(KEY, event.currentTarget.open ? "open" : "closed")}
    >
      <summary>Definition</summary>
      {/* Scrollable by keyboard too. */}
      <div className={styles.text} tabIndex={0} role="region" aria-label="Definition">
        {technique.isPending ? <p>Loading the definition</p> : null}
        {technique.isError ? <p>The definition could not be loaded.</p> : null}
        {technique.isSuccess && description === null ? (
          <p>
            This release has no descriptions.{" "}
            <PathLink path="/releases">Get the full release</PathLink> to read them here.
          </p>
        ) : null}
        {description === null ? null : (
          <AttackText text={description} release={analysis} self={attackId} />
        )}
        <p>
          All about <AttackLink id={attackId} domain={domain} version={version} />
        </p>
      </div>
    </details>
  );
}
