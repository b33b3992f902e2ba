import { useQuery } from "@tanstack/react-query";
import { healthQuery, meQuery } from "../../api/service.ts";
import { releaseName } from "../../parts/release-name.ts";
import styles from "./frame.module.css";
import { LogOut } from "./log-out.tsx";
import { useServiceState } from "./service-notice.tsx";

const STATES = {
  unknown: "Connecting to the service",
  ready: "Service ready",
  starting: "Service starting",
  away: "Service unavailable",
  login: "Login expired",
};
const ROLES = {
  viewer: "viewer (read-only)",
  analyst: "analyst (can edit)",
  admin: "admin (full access)",
};

/** Shows the user and role, the state of the service, and its releases. */
export function Footer() {
  const { data: health } = useQuery(healthQuery);
  const { data: me } = useQuery(meQuery);
  const state = useServiceState();
  const releases = health?.knowledge_base.map(releaseName).join(", ");
  return (
    <footer className={styles.footer}>
      <span className={styles.state} data-state={state}>
        {STATES[state]}
      </span>
      {releases === undefined ? null : <span>{releases || "No ATT&CK release yet"}</span>}
      {me === undefined ? null : (
        <span>
          {me.auth_enabled ? `${me.name}, ${ROLES[me.role]}` : "No sign-in: everyone is an admin"}
          {me.login_expires_at === null ? null : <LogOut />}
        </span>
      )}
      <span className={styles.last}>
        {health === undefined ? null : `tradecraft ${health.version} · `}
        <a href="/docs">API reference</a>
      </span>
    </footer>
  );
}
