import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { releaseName } from "../release-name.ts";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import { ReleasePicker } from "../release-picker/release-picker.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import type { Actor } from "./actor.ts";
import type { ActorKind } from "./actor-kind.ts";
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
  kind: ActorKind;
  id: string;
  /** What the page's address asks for; `with` is the id of the one beside it. */
  wanted: Change;
  onChange: (change: Change) => void;
}

/** A group or campaign: who it is, what it uses for what, and what another has in common with it. */
export function ActorPage({ kind, id, wanted, onChange }: Props) {
  const { with: otherId, domain, version } = wanted;
  const release = { domain, version };
  const actor = kind.useActor(release, id);
  const other = kind.useActor(release, otherId);
  const choices = kind.useListed(release).data ?? [];
  if (actor.isError) {
    return (
      <section className={styles.page}>
        <h1>{kind.one}</h1>
        <ErrorPane error={actor.error} onRetry={() => void actor.refetch()} />
        <ReleasePicker domain={release.domain} version={release.version} onChange={onChange} />
      </section>
    );
  }
  if (actor.data === undefined) return <Skeleton what="what is known" lines={12} />;
  return (
    <article className={styles.page}>
      <Head
        kind={kind}
        shown={actor.data}
        otherId={otherId}
        choices={choices}
        release={release}
        onChange={onChange}
      />
      {otherId === undefined ? (
        <ActorView actor={actor.data} release={release} />
      ) : (
        <Beside actor={actor.data} other={other} release={release} />
      )}
    </article>
  );
}

interface HeadProps extends Pick<Props, "kind" | "onChange"> {
  shown: Actor;
  otherId: string | undefined;
  /** All that may stand beside it. */
  choices: readonly { attack_id: string; name: string }[];
  release: ActorRelease;
}

function Head({ shown, kind, otherId, choices, release, onChange }: HeadProps) {
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
            overlays: `${kind.from}:${attackId}`,
            domain,
            version,
          }}
        >
          On the matrix
        </Link>
        <Link
          to="/compare"
          search={{
            from: kind.from,
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
