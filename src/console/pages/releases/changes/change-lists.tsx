import type { ReactNode } from "react";
import type { ReleaseDiff } from "../../../api/releases.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../releases-page.module.css";

interface Change {
  id: string;
  name: string;
  note?: ReactNode;
}

/** Every kind of change with its count. A click expands a list. */
export function ChangeLists({ diff }: { diff: ReleaseDiff }) {
  const { domain, from, to } = diff;
  const lists = listsOf(diff);
  return (
    <div className={styles.changes}>
      {lists.map(({ name, changes, isFormer }) =>
        changes.length === 0 ? (
          <p key={name} className={styles.none}>
            {name} <span className={styles.count}>0</span>
          </p>
        ) : (
          <details key={name} className={styles.change}>
            <summary>
              {name} <span className={styles.count}>{changes.length}</span>
            </summary>
            <ul className={styles.list}>
              {changes.map(({ id, name: title, note }) => (
                <li key={id}>
                  <AttackLink id={id} name={title} domain={domain} version={isFormer ? from : to} />
                  {note === undefined ? null : <span className={styles.quiet}> {note}</span>}
                </li>
              ))}
            </ul>
          </details>
        ),
      )}
      {diff.description_changes === null ? (
        <p className={styles.none}>
          Descriptions edited: unknown, because one of the two releases has no descriptions here.
        </p>
      ) : null}
    </div>
  );
}

interface List {
  name: string;
  changes: readonly Change[];
  /** Whether they exist only in the earlier release. */
  isFormer?: true;
}

function listsOf(diff: ReleaseDiff): List[] {
  const plain = (one: { attack_id: string; name: string }) => ({
    id: one.attack_id,
    name: one.name,
  });
  return [
    { name: "Added", changes: diff.added.map(plain) },
    {
      name: "Renamed",
      changes: diff.renamed.map(({ attack_id: id, from, to }) => ({
        id,
        name: to,
        note: (
          <>
            was <VisibleText text={from} />
          </>
        ),
      })),
    },
    {
      name: "Revoked",
      isFormer: true,
      changes: diff.revoked.map(({ replaced_by: next, ...one }) => ({
        ...plain(one),
        note:
          next === null ? (
            "without a successor"
          ) : (
            <>
              is now <AttackLink id={next} domain={diff.domain} version={diff.to} />
            </>
          ),
      })),
    },
    { name: "Deprecated", isFormer: true, changes: diff.deprecated.map(plain) },
    { name: "Removed", isFormer: true, changes: diff.removed.map(plain) },
    {
      name: "Moved to other tactics",
      changes: diff.tactic_changes.map(({ added, removed, ...one }) => ({
        ...plain(one),
        note: [
          ...removed.map((tactic) => `− ${spoken(tactic)}`),
          ...added.map((tactic) => `+ ${spoken(tactic)}`),
        ].join(", "),
      })),
    },
    ...(diff.description_changes === null
      ? []
      : [{ name: "Descriptions edited", changes: diff.description_changes.map(plain) }]),
    { name: "Groups changed", changes: actors(diff.group_changes) },
    { name: "Campaigns changed", changes: actors(diff.campaign_changes) },
  ];
}

function actors(changes: ReleaseDiff["group_changes"]): Change[] {
  return changes.map((one) => {
    const moves = [
      one.techniques_added.length > 0 ? `+${one.techniques_added.length}` : "",
      one.techniques_removed.length > 0 ? `−${one.techniques_removed.length}` : "",
    ].filter(Boolean);
    const renamed = one.renamed_from === null ? [] : [`was ${one.renamed_from}`];
    const techniques = moves.length === 0 ? [] : [`techniques ${moves.join(" ")}`];
    const kind = one.change === "changed" ? [] : [one.change];
    const note = [...kind, ...renamed, ...techniques].join(", ");
    return { id: one.attack_id, name: one.name, note: <VisibleText text={note} /> };
  });
}

const spoken = (tactic: string) => tactic.replaceAll("-", " ");
