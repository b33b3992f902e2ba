import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { dossiersQuery } from "../../../api/dossiers.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "../dossiers.module.css";
import { DossierTable } from "./dossier-table.tsx";
import { NewDossier } from "./new-dossier.tsx";

const route = getRouteApi("/dossiers");
const PAGE = 50;

/** All dossiers, and the form for a new one. */
export function DossiersPage() {
  const { page = 1, sessions = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [isOpen, setIsOpen] = useState(false);
  const found = useQuery({
    ...dossiersQuery({ limit: PAGE, offset: (page - 1) * PAGE }),
    placeholderData: keepPreviousData,
  });
  const isNew = mayChange && (isOpen || sessions !== "");
  const open = (
    <button type="button" className={controls.primary} onClick={() => setIsOpen(true)}>
      New dossier
    </button>
  );
  const isEmpty = found.data?.total === 0;
  return (
    <Page
      title="Dossiers"
      lead="A dossier reads several reports about the same activity as one: what they agree on, where they contradict each other, and which indicators they share."
      action={mayChange && !isNew && !isEmpty ? open : null}
    >
      {isNew ? (
        <NewDossier
          key={sessions}
          ids={sessions.split(",").filter((id) => id !== "")}
          onClose={() => {
            setIsOpen(false);
            void navigate({ search: {}, replace: true });
          }}
        />
      ) : null}
      {found.isError ? (
        <ErrorPane error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.isPending ? <Skeleton what="the dossiers" /> : null}
      {isEmpty && !isNew ? <Empty action={mayChange ? open : null} /> : null}
      {found.data === undefined || found.data.items.length === 0 ? null : (
        <>
          <DossierTable dossiers={found.data.items} />
          <ListPages
            page={page}
            perPage={PAGE}
            total={found.data.total}
            names={["dossier", "dossiers"]}
            onPage={(next) => void navigate({ search: { page: next } })}
          />
        </>
      )}
    </Page>
  );
}

function Empty({ action }: { action: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>No dossiers yet</h2>
      <p>
        When several vendors write about one intrusion, choose their reports here. The dossier shows
        which report says what, with its evidence, and follows every review.
      </p>
      <p>
        You can also choose reports in the <Link to="/sessions">list of reports</Link>.
      </p>
      {action}
    </div>
  );
}
