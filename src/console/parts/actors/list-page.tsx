import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Side } from "../../api/actors.ts";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import { ReleasePicker } from "../release-picker/release-picker.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import type { ActorRelease } from "./actor-link.tsx";
import styles from "./list-page.module.css";

interface Change {
  search?: string | undefined;
  domain?: string;
  version?: string;
}

interface Props {
  title: string;
  side: Side;
  search: string;
  release: ActorRelease;
  query: UseQueryResult;
  onChange: (change: Change) => void;
  children: React.ReactNode;
}

/** What the lists of groups and of campaigns have in common: title, search and release. */
export function ListPage({ title, side, search, release, query, onChange, children }: Props) {
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <input
          type="search"
          aria-label={`Search ${side}`}
          placeholder="ID, name, alias or words"
          className={styles.search}
          value={search}
          onChange={({ target }) => onChange({ search: target.value || undefined })}
        />
        <ReleasePicker domain={release.domain} version={release.version} onChange={onChange} />
        <Link to="/compare" search={{ ...release, against: side }}>
          Compare techniques with all
        </Link>
      </header>
      {query.isError ? (
        <ErrorPane error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton what={side} lines={12} /> : children}
    </section>
  );
}
