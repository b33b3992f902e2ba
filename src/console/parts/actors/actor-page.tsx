import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { describeFailure, Problem } from "../../api/problem.ts";
import library from "../library/library.module.css";
import { LinkedIds } from "../library/linked-ids.tsx";
import { Page } from "../page/page.tsx";
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

/** Unknown and invalid IDs: a retry returns the same response. */
const NO_SUCH: ReadonlySet<number> = new Set([400, 404]);

interface Change {
  with?: string | undefined;
  domain?: string;
  version?: string;
}

interface Props {
  kind: ActorKind;
  id: string;
  /** The parameters of the page's address. `with` is the id of the one next to it. */
  wanted: Change;
  onChange: (change: Change) => void;
}

/**
 * A group, campaign or software: its details, the techniques it uses and for what, and what it shares with
 * another.
 */
export function ActorPage({ kind, id, wanted, onChange }: Props) {
  const { with: otherId, domain, version } = wanted;
  const release = { domain, version };
  const actor = kind.useActor(release, id);
  const other = kind.useActor(release, otherId);
  const above = { to: kind.path, name: kind.title };
  const picker = <ReleasePicker domain={domain} version={version} onChange={onChange} />;
  if (actor.isError) {
    return (
      <Page title={id} above={above} action={picker}>
        {actor.error instanceof Problem && NO_SUCH.has(actor.error.status) ? (
          <p role="alert" className={library.notice}>
            {actor.error.status === 400 ? (
              `This is not a ${kind.one.toLowerCase()} ID.`
            ) : (
              <LinkedIds text={describeFailure(actor.error)} domain={domain} self={id} />
            )}
          </p>
        ) : (
          <ErrorPane error={actor.error} onRetry={() => void actor.refetch()} />
        )}
      </Page>
    );
  }
  if (actor.data === undefined) {
    return (
      <Page title={id} above={above} action={picker}>
        <Skeleton what={kind.one.toLowerCase()} lines={12} />
      </Page>
    );
  }
  const { name, attackId } = actor.data;
  return (
    <Page
      title={name}
      above={above}
      lead={`${attackId} · ${releaseName(actor.data)}`}
      action={
        <Tools
          kind={kind}
          shown={actor.data}
          otherId={otherId}
          release={release}
          onChange={onChange}
        />
      }
    >
      {otherId === undefined ? (
        <ActorView actor={actor.data} kind={kind} release={release} />
      ) : (
        <Beside actor={actor.data} other={other} release={release} />
      )}
    </Page>
  );
}

interface ToolsProps extends Pick<Props, "kind" | "onChange"> {
  shown: Actor;
  otherId: string | undefined;
  release: ActorRelease;
}

function Tools({ shown, kind, otherId, release, onChange }: ToolsProps) {
  const { attackId, domain, version } = shown;
  const { from } = kind;
  const choices = kind.useListed(release).data ?? [];
  return (
    <>
      <ReleasePicker domain={release.domain} version={release.version} onChange={onChange} />
      <label>
        Compare with{" "}
        <select
          className={styles.choice}
          value={otherId ?? ""}
          onChange={({ target }) => onChange({ with: target.value || undefined })}
        >
          <option value="">None</option>
          {choices
            .filter(({ attack_id }) => attack_id !== attackId)
            .map((choice) => (
              <option key={choice.attack_id} value={choice.attack_id}>
                {choice.name}
              </option>
            ))}
        </select>
      </label>
      {from === null ? null : (
        <>
          <Link to="/matrix" search={{ overlays: `${from}:${attackId}`, domain, version }}>
            On the matrix
          </Link>
          <Link to="/compare" search={{ from, set: attackId, domain, version }}>
            Compare with all
          </Link>
        </>
      )}
    </>
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
