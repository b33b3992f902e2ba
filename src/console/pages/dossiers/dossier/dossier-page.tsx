import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Stated } from "../../../api/client.ts";
import { type Dossier, dossierQuery } from "../../../api/dossiers.ts";
import { Problem } from "../../../api/problem.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { Agreement } from "./agreement/agreement.tsx";
import { Contradictions } from "./contradictions.tsx";
import { Details } from "./details.tsx";
import { DossierActions } from "./dossier-actions.tsx";
import { Indicators } from "./indicators.tsx";
import { Leads } from "./leads.tsx";
import { PartsNav } from "./parts-nav.tsx";
import { Reports } from "./reports.tsx";
import { Timeline } from "./timeline.tsx";
import styles from "../dossiers.module.css";

const route = getRouteApi("/dossiers/$dossierId");
const ABOVE = { to: "/dossiers", name: "Dossiers" };

/** A dossier: several reports as one. */
export function DossierPage() {
  const { dossierId } = route.useParams();
  const found = useQuery(dossierQuery(dossierId));
  if (found.data !== undefined) return <Opened key={dossierId} stated={found.data} />;
  if (found.error instanceof Problem && found.error.code === "not_found") {
    return (
      <Page title="Dossier not found" lead="It was deleted, or the address is wrong." above={ABOVE}>
        <p>
          <Link to="/dossiers">Show all dossiers</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title="Dossier" above={ABOVE}>
      {found.isError ? (
        <ErrorPane error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton what="the dossier" />
      )}
    </Page>
  );
}

function Opened({ stated }: { stated: Stated<Dossier> }) {
  const { body: dossier } = stated;
  const { part } = route.useSearch();
  const [isEdited, setIsEdited] = useState(false);
  return (
    <Page
      title={
        <>
          <VisibleText text={dossier.name} /> <Marking dossier={dossier} />
        </>
      }
      above={ABOVE}
      wide
      action={<DossierActions stated={stated} onEdit={() => setIsEdited(true)} />}
    >
      {isEdited ? (
        <Details stated={stated} onClose={() => setIsEdited(false)} />
      ) : (
        <Note note={dossier.note} />
      )}
      <Reports stated={stated} />
      <Warnings warnings={dossier.warnings} />
      <PartsNav dossier={dossier} />
      {part === undefined ? <Agreement dossier={dossier} /> : null}
      {part === "contradictions" ? <Contradictions dossier={dossier} /> : null}
      {part === "timeline" ? <Timeline dossier={dossier} /> : null}
      {part === "indicators" ? <Indicators dossier={dossier} /> : null}
      {part === "leads" ? <Leads dossier={dossier} /> : null}
    </Page>
  );
}

/** The strictest marking of the dossier and its reports. */
function Marking({ dossier: { marking, marking_decided: isDecided } }: { dossier: Dossier }) {
  if (marking === null) return null;
  return (
    <span className={`${tables.tag} ${styles.marking}`}>
      TLP:{marking.toUpperCase()}
      {isDecided ? "" : " from its reports"}
    </span>
  );
}

function Note({ note }: { note: string }) {
  if (note === "") return null;
  return (
    <div className={styles.note}>
      {note.split(/\n{2,}/u).map((paragraph, place) => (
        // A paragraph has no identity but its position.
        <p key={place}>
          <VisibleText text={paragraph} />
        </p>
      ))}
    </div>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <details className={styles.warnings} open={warnings.length < 4}>
      <summary>
        {warnings.length === 1
          ? "1 limit of this dossier"
          : `${warnings.length} limits of this dossier`}
      </summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <VisibleText text={warning} />
          </li>
        ))}
      </ul>
    </details>
  );
}
