import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  type Import,
  importQuery,
  RECEIPT_OUTCOMES,
  receiptsQuery,
  type ReceiptOutcome,
} from "../../api/imports.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../parts/list-pages/list-pages.tsx";
import { Page } from "../../parts/page/page.tsx";
import { PathLink } from "../../parts/path-link.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../parts/when.ts";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import styles from "./imports.module.css";
import { Receipts } from "./receipts.tsx";
import { KIND_NAMES, nameOf, OUTCOMES } from "./words.ts";

const route = getRouteApi("/intake/imports/$id");
const ABOVE = { to: "/intake/imports", name: "Imports" };
const PER_PAGE = 100;

/** One import: its totals, and the outcome for each of its objects. */
export function ImportPage() {
  const { id } = route.useParams();
  const shown = useQuery(importQuery(id));
  if (shown.data === undefined) {
    return (
      <Page title="Import" above={ABOVE}>
        {shown.isError ? (
          <ErrorPane error={shown.error} onRetry={() => void shown.refetch()} />
        ) : (
          <Skeleton what="the import" lines={8} />
        )}
      </Page>
    );
  }
  const { kind, actor, created_at: created, status, error } = shown.data;
  return (
    <Page
      title={
        <bdi>
          <VisibleText text={nameOf(shown.data)} />
        </bdi>
      }
      lead={
        <>
          {KIND_NAMES[kind]}, imported by <VisibleText text={actor} /> on {formatTime(created)}.
        </>
      }
      above={ABOVE}
    >
      {status === "running" ? <p role="status">The import is running.</p> : null}
      {error === null ? null : (
        <p className={styles.failed}>
          <VisibleText text={error} /> Import the same file again to bring in the rest.
        </p>
      )}
      <Figures given={shown.data} />
      <Outcomes given={shown.data} />
    </Page>
  );
}

function Figures({ given }: { given: Import }) {
  const { id, kind, items_created: created } = given;
  const figures: [string, number][] = [
    ["New observables", given.observables_created],
    ["Known observables", given.observables_known],
    ["Suppressed", given.suppressed],
  ];
  const isOfRules = kind === "rules";
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{isOfRules ? "New rules" : "New reports"}</dt>
        <dd>
          {created === 0 || isOfRules ? (
            created.toLocaleString("en")
          ) : (
            <PathLink path={`/intake?import_id=${id}&status=all`}>
              {created.toLocaleString("en")}
              <Unseen>{created === 1 ? " report" : " reports"}</Unseen>
            </PathLink>
          )}
        </dd>
      </div>
      {isOfRules
        ? null
        : figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value.toLocaleString("en")}</dd>
            </div>
          ))}
    </dl>
  );
}

function Outcomes({ given: { id, outcomes, status } }: { given: Import }) {
  const { outcome, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const receipts = useQuery({
    ...receiptsQuery(id, {
      limit: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
      ...(outcome !== undefined && { outcome }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.part}>
      <h2>Outcome of each object</h2>
      <OutcomeChoices
        chosen={outcome}
        counts={outcomes}
        onChoose={(one) => void navigate({ search: one === undefined ? {} : { outcome: one } })}
      />
      {receipts.isError ? (
        <ErrorPane error={receipts.error} onRetry={() => void receipts.refetch()} />
      ) : null}
      {receipts.isPending ? <Skeleton what="the receipts" lines={6} /> : null}
      {receipts.data === undefined ? null : receipts.data.total === 0 ? (
        <p className={styles.quiet}>
          {status === "running" ? "No object has been read yet." : "No object has this outcome."}
        </p>
      ) : (
        <>
          <Receipts receipts={receipts.data.items} isFetching={receipts.isFetching} />
          <ListPages
            page={page}
            perPage={PER_PAGE}
            total={receipts.data.total}
            names={["object", "objects"]}
            onPage={(to) => void navigate({ search: (known) => ({ ...known, page: to }) })}
          />
        </>
      )}
    </section>
  );
}

interface ChoicesProps {
  chosen: ReceiptOutcome | undefined;
  counts: Import["outcomes"];
  onChoose: (outcome: ReceiptOutcome | undefined) => void;
}

function OutcomeChoices({ chosen, counts, onChoose }: ChoicesProps) {
  // Imports from before outcomes were counted offer all of them.
  const there = RECEIPT_OUTCOMES.filter((one) => counts === null || (counts[one] ?? 0) > 0);
  if (there.length < 2) return null;
  return (
    <div role="group" aria-label="Outcomes" className={styles.line}>
      {[undefined, ...there].map((one) => (
        <button
          key={one ?? "all"}
          type="button"
          className={controls.button}
          aria-pressed={chosen === one}
          title={one === undefined ? undefined : OUTCOMES[one].means}
          onClick={() => onChoose(one)}
        >
          {one === undefined ? "All" : OUTCOMES[one].name}
          {one === undefined || counts === null
            ? ""
            : ` ${(counts[one] ?? 0).toLocaleString("en")}`}
        </button>
      ))}
    </div>
  );
}
