import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Problem } from "../../api/problem.ts";
import { healthQuery, meQuery } from "../../api/service.ts";
import { ReloadLink } from "../../parts/error-pane/error-pane.tsx";
import styles from "./frame.module.css";

const BACK_MS = 4_000;

/** Shows above every page that the service is unavailable, starting or back, or that a login has expired. */
export function ServiceNotice() {
  const state = useServiceState();
  const isBack = useIsBack(state);
  return (
    <div role="status" className={styles.notices}>
      {state === "login" ? (
        <p className={styles.notice} data-kind="bad">
          Your login has expired. What you typed here is kept. <ReloadLink /> to log in, or log in
          in another tab and come back.
        </p>
      ) : null}
      {state === "away" ? (
        <p className={styles.notice} data-kind="bad">
          The service does not answer. What you typed is kept; it is asked again every two seconds.
        </p>
      ) : null}
      {state === "starting" ? (
        <p className={styles.notice} data-kind="wary">
          The service is starting. The page goes on as soon as it is ready.
        </p>
      ) : null}
      {isBack ? (
        <p className={styles.notice} data-kind="good">
          The service is back.
        </p>
      ) : null}
    </div>
  );
}

type ServiceState = "unknown" | "ready" | "starting" | "away" | "login";

/** Returns the state of the service from its last responses. */
export function useServiceState(): ServiceState {
  const health = useQuery(healthQuery);
  const me = useQuery(meQuery);
  if ([health.error, me.error].some((error) => error instanceof Problem && error.isLoginExpired)) {
    return "login";
  }
  if (health.isError) return "away";
  if (health.data === undefined) return "unknown";
  return health.data.status === "starting" ? "starting" : "ready";
}

/** Returns true briefly after the service responds again, and refetches failed queries. */
function useIsBack(state: ServiceState): boolean {
  const queries = useQueryClient();
  const wasGone = useRef(false);
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    if (state === "away" || state === "starting" || state === "login") wasGone.current = true;
    if (state !== "ready" || !wasGone.current) return;
    wasGone.current = false;
    setIsBack(true);
    void queries.refetchQueries({
      type: "active",
      predicate: ({ state: { error } }) => error !== null,
    });
  }, [state, queries]);
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setIsBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack && state === "ready";
}
