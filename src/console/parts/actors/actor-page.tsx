import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Side } from "../../api/actors.ts";
import { releaseName } from "../release-name.ts";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import { ReleasePicker } from "../release-picker/release-picker.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import type { Actor } from "./actor.ts";
import type { ActorRelease } from "./actor-link.tsx";
import styles from "./actor-page.module.css";
import { ActorView } from "./actor-view.tsx";
import { SideBySide } from "./side-by-side.tsx";

interface Change {
  with?: string | undefined;
  domain?: string;
  version?: string;
}

interface Props {
  side: Side;
  actor: UseQueryResult<Actor>;
  /** The one beside it, where one was chosen. */
  other: UseQueryResult<Actor> | null;
  otherId: string | undefined;
  /** All that may stand beside it. */
  choices: readonly { attack_id: string; name: string }[];
  release: ActorRelease;
  onChange: (change: Change) => void;
}

/** A group or campaign, alone or beside another. */
export function ActorPage(props: Props) {
  const { side, actor, other, release, onChange } = props;
  if (actor.isError) {
    return (
      <section className={styles.page}>
        <h1>{side === "groups" ? "Group" : "Campaign"}</h1>
        <ErrorPane error={actor.error} onRetry={() => void actor.refetch()} />
        <ReleasePicker domain={release.domain} version={release.version} onChange={onChange} />
      </section>
    );
  }
  if (actor.data === undefined) return <Skeleton what="what is known" lines={12} />;
  return (
    <article className={styles.page}>
      <Head {...props} shown={actor.data} />
      {other === null ? (
        <ActorView actor={actor.data} release={release} />
      ) : (
        <Beside actor={actor.data} other={other} release={release} />
      )}
    </article>
  );
}

function Head({ shown, side, otherId, choices, release, onChange }: Props & { shown: Actor }) {
  const { attackId, name, domain, version } = shown;
  return (
    <header className={styles.head}>
      <h1>{name}</h1>
      <span className={styles.quiet}>
        {attackId} · {releaseName(shown)}
      </span>
      <div className={styles.tools}>
        <ReleasePicker domain={release.domain} version={release.version} onChange={onChange} />
        <label>
          Beside{" "}
          <select
            className={styles.choice}
            value={otherId ?? ""}
            onChange={({ target }) => onChange({ with: target.value || undefined })}
          >
            <option value="">nothing</option>
            {choices
              .filter(({ attack_id }) => attack_id !== attackId)
              .map((choice) => (
                <option key={choice.attack_id} value={choice.attack_id}>
                  {choice.name}
                </option>
              ))}
          </select>
        </label>
        <Link
          to="/matrix"
          search={{
            overlays: `${side === "groups" ? "group" : "campaign"}:${attackId}`,
            domain,
            version,
          }}
        >
          On the matrix
        </Link>
        <Link
          to="/compare"
          search={{
            from: side === "groups" ? "group" : "campaign",
            set: attackId,
            domain,
            version,
          }}
        >
          Compare with all
        </Link>
      </div>
    </header>
  );
}

interface BesideProps {
  actor: Actor;
  other: UseQueryResult<Actor>;
  release: ActorRelease;
}

function Beside({ actor, other, release }: BesideProps) {
  if (other.isError) {
    return <ErrorPane error={other.error} onRetry={() => void other.refetch()} />;
  }
  if (other.data === undefined) return <Skeleton what="the other one" />;
  return <SideBySide left={actor} right={other.data} release={release} />;
}
