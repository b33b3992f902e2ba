import type { OpinionRow as Row, SecondOpinion } from "../../../../api/opinion.ts";
import { modeName } from "../../../../parts/analyser/modes.ts";
import { modelName } from "../../../../parts/analyser/providers.ts";
import controls from "../../../../parts/controls.module.css";
import { ErrorPane } from "../../../../parts/error-pane/error-pane.tsx";
import { UsageFacts } from "../../../../parts/usage/usage-facts.tsx";
import { type Chosen, useChosen } from "../../../../parts/use-chosen.ts";
import { formatTime } from "../../../../parts/when.ts";
import type { FindingsProps } from "../findings.tsx";
import { useMayChange } from "../../../../parts/use-may-change.ts";
import styles from "../findings.module.css";
import { isOpen } from "./is-open.ts";
import { OpinionRow } from "./opinion-row.tsx";
import { useAcceptOpinion } from "./use-accept-opinion.ts";

type Group = "agreed" | Row["proposal"];

const GROUPS: readonly { group: Group; name: string; hint: string }[] = [
  { group: "add", name: "Add", hint: "Only the second opinion has them. Accepting adds them." },
  {
    group: "question",
    name: "Question",
    hint: "The language model does not see them. Accepting sets them to “Needs evidence”.",
  },
  { group: "agreed", name: "Agreed", hint: "Both have them." },
  { group: "keep", name: "Keep", hint: "Nothing is proposed for them." },
];

/** A second opinion as a merge that a person accepts as a whole or by row. */
export function Opinion({ opinion, props }: { opinion: SecondOpinion; props: FindingsProps }) {
  const { techniques, version, warnings, opinion_id } = opinion;
  const { analysis } = props;
  const isSameRelease = version === analysis.version;
  const mayAccept = useMayChange() && isSameRelease;
  const open = techniques.filter((row) => mayAccept && isOpen(row, analysis));
  const chosen = useChosen(open.map(({ attack_id: id }) => id));
  const accept = useAcceptOpinion(analysis, opinion_id);
  const byGroup = Map.groupBy(techniques, groupOf);
  return (
    <>
      <Head opinion={opinion} />
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      {isSameRelease ? null : (
        <p className={styles.warning}>
          The second opinion refers to ATT&amp;CK {version}, the session to {analysis.version}. Ask
          for a new one to accept it.
        </p>
      )}
      {open.length === 0 ? null : <AcceptBar chosen={chosen} count={open.length} accept={accept} />}
      {accept.isError ? <ErrorPane error={accept.error} /> : null}
      {GROUPS.map(({ group, name, hint }) => (
        <section key={group} className={styles.stack} aria-label={name}>
          <h2>
            {name} <span className={styles.quiet}>{byGroup.get(group)?.length ?? 0}</span>
          </h2>
          {byGroup.has(group) ? <p className={styles.quiet}>{hint}</p> : null}
          <ul className={styles.rows}>
            {byGroup.get(group)?.map((row) => (
              <OpinionRow
                key={row.attack_id}
                row={row}
                props={props}
                chosen={open.includes(row) ? chosen : null}
                isPending={accept.isPending}
                onAccept={() => accept.mutate([row.attack_id])}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface AcceptBarProps {
  chosen: Chosen;
  /** The number of acceptable rows. */
  count: number;
  accept: ReturnType<typeof useAcceptOpinion>;
}

function AcceptBar({ chosen, count, accept }: AcceptBarProps) {
  return (
    <p className={styles.line}>
      <button
        type="button"
        className={controls.button}
        disabled={accept.isPending}
        onClick={() => accept.mutate(null)}
      >
        Accept all
      </button>
      <button
        type="button"
        className={controls.button}
        disabled={accept.isPending || chosen.ids.length === 0}
        onClick={() => accept.mutate(chosen.ids)}
      >
        Accept selected
      </button>
      <span role="status" className={styles.quiet}>
        {chosen.ids.length} of {count} selected
      </span>
    </p>
  );
}

function groupOf({ verdict, proposal }: Row): Group {
  return verdict === "both" ? "agreed" : proposal;
}

/** The author and cost of the opinion. */
function Head({ opinion }: { opinion: SecondOpinion }) {
  const { agreement, model, mode, techniques, created_at, usage } = opinion;
  return (
    <>
      <p>
        {modelName(model)} agrees on {Math.round(agreement * 100)} % of {techniques.length}{" "}
        techniques.{" "}
        <span className={styles.quiet}>
          Mode: {modeName(mode)}. {formatTime(created_at)}
        </span>
      </p>
      {usage.calls === 0 && usage.pairs === 0 ? null : (
        <details>
          <summary>What the second opinion took</summary>
          <UsageFacts usage={usage} />
        </details>
      )}
    </>
  );
}
