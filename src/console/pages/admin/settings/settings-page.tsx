import { useQuery } from "@tanstack/react-query";
import { healthQuery, meQuery } from "../../../api/service.ts";
import { settingsQuery } from "../../../api/settings.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import facts from "../../../parts/facts.module.css";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useRole } from "../../../parts/use-role.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";
import { OnlyAdmins } from "../only-admins.tsx";
import { EnrichmentProviders } from "./enrichment-providers.tsx";
import { Providers } from "./providers.tsx";
import { SettingGroup, SettingTable } from "./setting-table.tsx";
import { TOPICS } from "./words.ts";

const ROLES = {
  viewer: "Viewer: read-only access",
  analyst: "Analyst: can view and edit",
  admin: "Admin: can view, edit and manage the service",
};

/** The user's identity, and the settings of the service. */
export function SettingsPage() {
  const role = useRole();
  return (
    <Page
      title="Settings"
      lead="Settings are environment variables. A change takes effect when the service starts again."
    >
      <WhoAmI />
      {role !== null && role !== "admin" ? <OnlyAdmins what="the settings and providers" /> : null}
      {role === "admin" ? <AllSettings /> : null}
    </Page>
  );
}

function WhoAmI() {
  const me = useQuery(meQuery).data;
  const health = useQuery(healthQuery).data;
  if (me === undefined) return <Skeleton what="who you are" lines={3} />;
  const rows: [string, string][] = [
    ["Name", me.name],
    ["Role", ROLES[me.role]],
    [
      "Sign-in",
      me.auth_enabled
        ? "Team mode: a proxy names the user"
        : "Local mode: no sign-in. Everyone who can reach the service is an admin",
    ],
    ...(health === undefined ? [] : [["Version", health.version] satisfies [string, string]]),
  ];
  return (
    <section className={styles.part}>
      <h2>Who you are</h2>
      <dl className={facts.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {health?.warnings.map((warning) => (
        <p key={warning} className={styles.failed}>
          {warning}
        </p>
      ))}
    </section>
  );
}

function AllSettings() {
  const shown = useQuery(settingsQuery);
  if (shown.data === undefined) {
    return shown.isError ? (
      <ErrorPane error={shown.error} onRetry={() => void shown.refetch()} />
    ) : (
      <Skeleton what="the settings" lines={12} />
    );
  }
  const { providers, settings } = shown.data;
  const set = settings.filter(({ is_set: isSet }) => isSet);
  return (
    <>
      <Providers providers={providers} />
      <EnrichmentProviders />
      <section className={styles.part}>
        <h2>Set in the environment</h2>
        {set.length === 0 ? (
          <p className={styles.quiet}>Nothing is set. The defaults apply.</p>
        ) : (
          <SettingTable settings={set} />
        )}
      </section>
      <section className={styles.part}>
        <h2>All settings</h2>
        {TOPICS.map(([topic, name]) => (
          <SettingGroup
            key={topic}
            name={name}
            settings={settings.filter((setting) => setting.topic === topic)}
          />
        ))}
      </section>
    </>
  );
}
