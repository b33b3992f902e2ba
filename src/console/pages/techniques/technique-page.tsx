import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { techniqueQuery } from "../../api/attack.ts";
import { describeFailure, Problem } from "../../api/problem.ts";
import { DraftRule } from "../../parts/draft-rule/draft-rule.tsx";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import styles from "../../parts/library/library.module.css";
import { LinkedIds } from "../../parts/library/linked-ids.tsx";
import { Page } from "../../parts/page/page.tsx";
import { releaseName } from "../../parts/release-name.ts";
import { ReleasePicker } from "../../parts/release-picker/release-picker.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { EvidenceSection } from "./sections/evidence-section.tsx";
import { RulesSection } from "./sections/rules-section.tsx";
import { type Release, type Technique, TechniqueView } from "./technique-view.tsx";

const route = getRouteApi("/techniques/$techniqueId");
const LIST = { to: "/techniques", name: "Techniques" };

/** A technique: its definition, where this workspace saw it, who uses it, and how it is detected. */
export function TechniquePage() {
  const id = route.useParams().techniqueId.toUpperCase();
  const { domain, version, status, family } = route.useSearch();
  const navigate = route.useNavigate();
  const release = { domain, version };
  const asked = useQuery(techniqueQuery(release, id));
  const change = (part: object) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false });
  const picker = <ReleasePicker domain={domain} version={version} onChange={change} />;
  const evidence = (
    <EvidenceSection
      id={id}
      status={status}
      isFamily={family === "true"}
      mayHaveFamily={!id.includes(".", id.indexOf("T"))}
      onChange={change}
    />
  );
  if (asked.isError) {
    return (
      <Page title={id} above={LIST} action={picker}>
        {isUnknown(asked.error) ? (
          <div className={styles.main}>
            <p role="alert" className={styles.notice}>
              <LinkedIds text={describeFailure(asked.error)} domain={domain} self={id} />
            </p>
            {evidence}
            <RulesSection id={id} />
          </div>
        ) : isNoId(asked.error) ? (
          <p role="alert" className={styles.notice}>
            This is not a technique ID.
          </p>
        ) : (
          <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
        )}
      </Page>
    );
  }
  return asked.data === undefined ? (
    <Page title={id} above={LIST} action={picker}>
      <Skeleton what="the technique" lines={14} />
    </Page>
  ) : (
    <Known technique={asked.data} release={release} picker={picker} evidence={evidence} />
  );
}

interface KnownProps {
  technique: Technique;
  release: Release;
  picker: ReactNode;
  evidence: ReactNode;
}

function Known({ technique, release, picker, evidence }: KnownProps) {
  const { attack_id: id, name, state, domain, version } = technique;
  const mayChange = useMayChange();
  return (
    <Page
      title={name}
      above={LIST}
      lead={`${id} · ${releaseName(technique)}`}
      action={
        <>
          {picker}
          <Link to="/matrix" search={{ technique: id, domain, version }}>
            On the matrix
          </Link>
          {mayChange && state === "active" ? (
            <DraftRule technique={technique} release={release} />
          ) : null}
        </>
      }
    >
      <TechniqueView technique={technique} release={release} evidence={evidence} />
    </Page>
  );
}

function isNoId(error: unknown): boolean {
  return error instanceof Problem && error.status === 400;
}

/**
 * Returns whether a technique is missing from the release. It may still have evidence and rules; an invalid ID
 * has nothing.
 */
function isUnknown(error: unknown): boolean {
  return error instanceof Problem && error.status === 404;
}
