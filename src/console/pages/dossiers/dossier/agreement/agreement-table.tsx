import { type KeyboardEvent, memo, useState } from "react";
import type { Dossier, DossierTechnique, Statement } from "../../../../api/dossiers.ts";
import { AttackLink } from "../../../../parts/attack-link.tsx";
import { surenessOf } from "../../../../parts/sureness.ts";
import styles from "../../dossiers.module.css";
import { VERDICTS } from "../../words.ts";
import { moveInTable } from "./move-in-table.ts";

/** A report's statement on a technique, by their ids. */
export interface Cell {
  technique: string;
  session: string;
}

interface Props {
  dossier: Dossier;
  techniques: readonly DossierTechnique[];
  chosen: Cell | null;
  /** Called with the hovered or focused cell; null for none. */
  onPoint: (cell: Cell | null) => void;
  onChoose: (cell: Cell) => void;
}

/** Techniques in rows, reports in columns. One tab stop, and arrow keys between the statements. */
export function AgreementTable({ dossier, techniques, chosen, onPoint, onChoose }: Props) {
  const [focused, setFocused] = useState<Cell | null>(null);
  const first = techniques[0];
  const stop =
    [focused, chosen].find((cell) => cell !== null && isShown(techniques, cell)) ??
    (first === undefined
      ? null
      : { technique: keyOf(first), session: first.named_by[0]?.session_id ?? "" });
  return (
    <div className={styles.scroll} role="region" aria-label="Agreement of the reports" tabIndex={0}>
      <table
        className={styles.cells}
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => moveInTable(event)}
        onMouseLeave={() => onPoint(null)}
      >
        <thead>
          <tr>
            <th scope="col">Technique</th>
            <th scope="col" className={styles.agreed}>
              Reports
            </th>
            {dossier.sessions.map(({ session_id: id, title }, place) => (
              <th key={id} scope="col" title={title ?? "Deleted"}>
                <span className={styles.place}>{place + 1}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {techniques.map((technique) => {
            const key = keyOf(technique);
            return (
              <Row
                key={key}
                technique={technique}
                sessions={dossier.sessions}
                release={releaseOf(dossier, technique)}
                stop={stop?.technique === key ? stop.session : null}
                chosen={chosen?.technique === key ? chosen.session : null}
                onPoint={onPoint}
                onFocus={setFocused}
                onChoose={onChoose}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<Props, "onPoint" | "onChoose"> {
  technique: DossierTechnique;
  sessions: Dossier["sessions"];
  release: string | undefined;
  /** The report whose statement is the tab stop. */
  stop: string | null;
  chosen: string | null;
  onFocus: (cell: Cell) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { technique, sessions, release, stop, chosen, onPoint, onFocus, onChoose } = props;
  const { attack_id: id, name, domain, named_by: all, session_count: named } = technique;
  const bySession = new Map(all.map((statement) => [statement.session_id, statement]));
  return (
    <tr>
      <th scope="row">
        <AttackLink id={id} name={name} domain={domain} version={release} />
      </th>
      <td className={styles.agreed}>{named}</td>
      {sessions.map(({ session_id: session, title }, place) => {
        const statement = bySession.get(session);
        if (statement === undefined) return <td key={session} />;
        const cell = { technique: keyOf(technique), session };
        return (
          <td key={session}>
            <button
              type="button"
              className={styles.verdict}
              data-verdict={statement.review_status}
              data-column={place}
              tabIndex={stop === session ? 0 : -1}
              aria-pressed={chosen === session}
              aria-label={`${id}, report ${place + 1}, ${title ?? ""}: ${describe(statement)}`}
              onMouseEnter={() => onPoint(cell)}
              onFocus={() => {
                onFocus(cell);
                onPoint(cell);
              }}
              onBlur={() => onPoint(null)}
              onClick={() => onChoose(cell)}
            >
              {VERDICTS[statement.review_status].sign}
            </button>
          </td>
        );
      })}
    </tr>
  );
});

function describe(statement: Statement): string {
  const { name } = VERDICTS[statement.review_status];
  return `${name.toLowerCase()}, ${surenessOf({ ...statement, found_as: null })}`;
}

/** Returns a key with the domain, because an id may occur in two domains. */
export function keyOf({ domain, attack_id: id }: DossierTechnique): string {
  return domain === "enterprise-attack" ? id : `${domain} ${id}`;
}

function isShown(techniques: readonly DossierTechnique[], cell: Cell): boolean {
  return techniques.some(
    (one) =>
      keyOf(one) === cell.technique &&
      one.named_by.some(({ session_id: session }) => session === cell.session),
  );
}

function releaseOf({ releases }: Dossier, { domain }: DossierTechnique): string | undefined {
  return releases.find((release) => release.domain === domain)?.version;
}
