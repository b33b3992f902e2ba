import { Link } from "@tanstack/react-router";
import controls from "../controls.module.css";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import fields from "../filter-fields/filter-fields.module.css";
import { Page } from "../page/page.tsx";
import { ReleasePicker } from "../release-picker/release-picker.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import type { ActorKind } from "./actor-kind.ts";
import { ActorList, type Order } from "./actor-list.tsx";

interface Change {
  search?: string | undefined;
  order?: Order;
  domain?: string;
  version?: string;
}

interface Props {
  kind: ActorKind;
  /** The parameters of the page's address. */
  wanted: Change;
  onChange: (change: Change) => void;
}

/** The groups, campaigns or software of a release. */
export function ListPage({ kind, wanted, onChange }: Props) {
  const { search = "", order = "name", domain, version } = wanted;
  const { side, what, title, lead, columns } = kind;
  const release = { domain, version };
  const query = kind.useListed(release);
  return (
    <Page
      title={title}
      lead={lead}
      action={
        <>
          <ReleasePicker domain={release.domain} version={release.version} onChange={onChange} />
          {side === null ? null : (
            <Link to="/compare" search={{ ...release, against: side }}>
              Compare techniques with all
            </Link>
          )}
        </>
      }
    >
      <div className={fields.filters} role="search" aria-label={title}>
        <label className={fields.grow}>
          Search
          <input
            type="search"
            aria-label={`Search ${what}`}
            placeholder="ID, name, alias or words"
            className={controls.field}
            value={search}
            onChange={({ target }) => onChange({ search: target.value || undefined })}
          />
        </label>
      </div>
      {query.isError ? (
        <ErrorPane error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton what={what} lines={12} /> : null}
      {query.data === undefined ? null : (
        <ActorList
          actors={query.data}
          search={search}
          order={order}
          onOrder={(by) => onChange({ order: by })}
          what={what}
          columns={columns}
          release={release}
        />
      )}
    </Page>
  );
}
