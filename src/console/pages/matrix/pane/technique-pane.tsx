import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../../../api/client.ts";
import { tacticsQuery, techniqueQuery } from "../../../api/attack.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { plainAttackText } from "../../../parts/attack-text/parse-attack-text.ts";
import { TechniqueLabel } from "../../../parts/technique-label/technique-label.tsx";
import { OverlayMarks } from "./overlay-marks.tsx";
import styles from "./pane.module.css";
import type { PaneProps } from "./pane-props.ts";

/** The chosen technique: statements of the overlays, its definition, and who uses it. */
export function TechniquePane(props: PaneProps & { attackId: string }) {
  const { attackId, release, states, onChange } = props;
  const asked = useQuery({ ...techniqueQuery(release, attackId), enabled: release.version !== "" });
  if (asked.isError) return <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />;
  const technique = asked.data;
  const choose = (id: string) => onChange({ technique: id });
  return (
    <>
      <h2 className={styles.name}>
        <AttackLink id={attackId} name={technique?.name ?? null} {...release} />
      </h2>
      <OverlayMarks attackId={attackId} states={states} />
      {technique === undefined ? (
        <p role="status">Loading the technique</p>
      ) : (
        <Details technique={technique} release={release} onChoose={choose} />
      )}
    </>
  );
}

interface DetailsProps {
  release: PaneProps["release"];
  technique: Schema<"TechniqueDetail">;
  onChoose: (attackId: string) => void;
}

function Details({ technique, release, onChoose }: DetailsProps) {
  const known = useQuery(tacticsQuery(release)).data;
  const { parent, subtechniques, description, tactics, platforms, state, replaced_by, url } =
    technique;
  return (
    <>
      {state === "active" ? null : (
        <p className={styles.former}>
          This technique is {state}
          {replaced_by === null ? "." : `; ${replaced_by} replaces it.`}
        </p>
      )}
      <dl className={styles.facts}>
        <dt>Tactics</dt>
        <dd>
          {tactics
            .map((slug) => known?.find((one) => one.shortname === slug)?.name ?? slug)
            .join(", ")}
        </dd>
        <dt>Platforms</dt>
        <dd>{platforms.join(", ") || "None named"}</dd>
      </dl>
      {description === null ? null : (
        <p className={styles.description}>{plainAttackText(description)}</p>
      )}
      {url === null || !/^https?:/i.test(url) ? null : (
        <a href={url} target="_blank" rel="noreferrer">
          {technique.attack_id} on the ATT&CK site
        </a>
      )}
      <Family
        title={parent === null ? "Sub-techniques" : "Sub-technique of"}
        members={parent === null ? subtechniques : [parent]}
        onChoose={onChoose}
      />
      <Users title="Groups" users={technique.groups} path="/groups" />
      <Users title="Campaigns" users={technique.campaigns} path="/campaigns" />
      <Users title="Software" users={technique.software} path="/software" />
    </>
  );
}

interface FamilyProps {
  title: string;
  members: readonly { attack_id: string; name: string }[];
  onChoose: (attackId: string) => void;
}

function Family({ title, members, onChoose }: FamilyProps) {
  if (members.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {members.map(({ attack_id, name }) => (
          <li key={attack_id}>
            <button type="button" className={styles.plain} onClick={() => onChoose(attack_id)}>
              <TechniqueLabel id={attack_id} name={name} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UsersProps {
  title: string;
  users: readonly { attack_id: string; name: string; use: string | null }[];
  /** The path of their pages. */
  path: string;
}

function Users({ title, users, path }: UsersProps) {
  if (users.length === 0) return null;
  return (
    <details>
      <summary>
        {title} <span className={styles.quiet}>{users.length}</span>
      </summary>
      <ul className={styles.list}>
        {users.map(({ attack_id, name, use }) => (
          <li key={attack_id}>
            <PathLink path={`${path}/${attack_id}`}>{name}</PathLink>{" "}
            <span className={styles.quiet}>{attack_id}</span>
            {use === null ? null : <p className={styles.quiet}>{plainAttackText(use)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
