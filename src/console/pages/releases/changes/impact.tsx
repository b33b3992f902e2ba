import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Compared, impactQuery, type Touched } from "../../../api/releases.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { releaseName } from "../../../parts/release-name.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import styles from "../releases-page.module.css";
import { TouchedRow } from "./touched-row.tsx";

const route = getRouteApi("/releases");
const KINDS = [
  { kind: "session", name: "Reports" },
  { kind: "layer", name: "Layers" },
  { kind: "rule", name: "Rules" },
] as const satisfies readonly { kind: Touched["kind"]; name: string }[];
const PAGE = 25;

/** The reports, layers and rules that use a changed technique and are not at the later release yet. */
export function Impact({ compared }: { compared: Compared }) {
  const { touches = "session" } = route.useSearch();
  const navigate = route.useNavigate();
  const totals = useQueries({
    queries: KINDS.map(({ kind }) => impactQuery(queryOf(compared, kind, 0))),
    combine: (results) => results.map(({ data }) => data?.total),
  });
  return (
    <section aria-labelledby="impact" className={styles.part}>
      <h3 id="impact">Your affected work</h3>
      <p className={styles.quiet}>
        Work on an older release that uses a renamed, revoked, deprecated, removed or moved
        technique.
      </p>
      <div className={styles.line} role="group" aria-label="Show">
        {KINDS.map(({ kind, name }, place) => (
          <button
            key={kind}
            type="button"
            className={controls.button}
            aria-pressed={kind === touches}
            onClick={() =>
              void navigate({
                search: (before) => ({ ...before, touches: kind }),
                replace: true,
                resetScroll: false,
              })
            }
          >
            {name} <span className={styles.count}>{totals[place] ?? "…"}</span>
          </button>
        ))}
      </div>
      <Rows key={touches} kind={touches} compared={compared} />
    </section>
  );
}

function Rows({ kind, compared }: { kind: Touched["kind"]; compared: Compared }) {
  const [offset, setOffset] = useState(0);
  const { data, error, isPending, refetch } = useQuery({
    ...impactQuery(queryOf(compared, kind, offset)),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <ErrorPane error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton what="affected work" lines={4} />;
  if (data.total === 0) {
    return (
      <p role="status">
        {releaseName({ domain: compared.domain, version: compared.to })} affects none of your{" "}
        {KINDS.find((one) => one.kind === kind)?.name.toLowerCase()}.
      </p>
    );
  }
  const last = Math.min(offset + PAGE, data.total);
  return (
    <>
      <ul className={styles.touched}>
        {data.items.map((item) => (
          <TouchedRow key={item.id} item={item} compared={compared} />
        ))}
      </ul>
      {data.total <= PAGE ? null : (
        <p className={styles.line}>
          <button
            type="button"
            className={controls.button}
            disabled={offset === 0}
            onClick={() => setOffset(offset - PAGE)}
          >
            Previous
          </button>
          <span role="status">
            {offset + 1} to {last} of {data.total}
          </span>
          <button
            type="button"
            className={controls.button}
            disabled={last === data.total}
            onClick={() => setOffset(offset + PAGE)}
          >
            Next
          </button>
        </p>
      )}
    </>
  );
}

const queryOf = (compared: Compared, kind: Touched["kind"], offset: number) => ({
  ...compared,
  kind,
  limit: PAGE,
  offset,
});
