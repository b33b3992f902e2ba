import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { healthQuery } from "../../api/service.ts";
import { sessionsQuery } from "../../api/sessions.ts";
import { providerName } from "../../parts/analyser/providers.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useRole } from "../../parts/use-role.ts";
import { useMayChange } from "../../parts/use-may-change.ts";
import { describeService, isLoopback } from "./describe-service.ts";
import { Failures } from "./failures.tsx";
import { FirstSteps } from "./first-steps.tsx";
import styles from "./home-page.module.css";
import { IntakeWaiting } from "./intake-waiting.tsx";
import { AssignedReports, RecentReports } from "./recent-reports.tsx";
import { ReleaseOffer } from "./release-offer.tsx";
import { useSample } from "./use-sample.ts";

const RECENT = { limit: 6, offset: 0 } as const;

/** The first steps, and the waiting work for regular users. */
export function HomePage() {
  const health = useQuery(healthQuery).data;
  const recent = useQuery(sessionsQuery(RECENT));
  const sample = useSample();
  const mayChange = useMayChange();
  const isReader = useRole() === "viewer";
  const providers = health?.providers
    .filter(({ configured }) => configured)
    .map((one) => ({ name: providerName(one), runs_on: one.runs_on }));
  const isNew = recent.data?.total === 0;
  return (
    <Page
      title="Home"
      lead={describeService(providers, isLoopback(window.location.hostname))}
      action={
        mayChange ? (
          <>
            <Link to="/analyze" className={controls.primary}>
              Analyze a report
            </Link>
            {sample.open === null ? null : (
              <button
                type="button"
                className={controls.button}
                disabled={sample.isPending}
                onClick={sample.open}
              >
                {sample.isPending ? "Analyzing the sample" : "Try a sample report"}
              </button>
            )}
          </>
        ) : undefined
      }
    >
      {sample.error === null ? null : <ErrorPane error={sample.error} />}
      <div className={styles.columns}>
        <div className={styles.main}>
          {isNew && !isReader ? <FirstSteps /> : null}
          <AssignedReports />
          <RecentReports recent={recent} />
        </div>
        <div className={styles.side}>
          {mayChange ? <ReleaseOffer /> : null}
          <Failures />
          <IntakeWaiting />
        </div>
      </div>
    </Page>
  );
}
