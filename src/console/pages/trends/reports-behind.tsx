import { counted } from "../../parts/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Trends, trendReportsQuery, type TrendsWanted } from "../../api/trends.ts";
import { AttackLink } from "../../parts/attack-link.tsx";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./trends.module.css";
import { DATED_BY } from "./words.ts";

const route = getRouteApi("/trends");
const SHOWN = 50;

/** The reports behind the selected number. */
export function ReportsBehind({ trends, wanted }: { trends: Trends; wanted: TrendsWanted }) {
  const { id, period } = route.useSearch();
  const item = trends.items.find((one) => one.id === id);
  const span = trends.periods.find(({ since }) => since === period) ?? trends;
  return (
    <aside
      className={styles.pane}
      data-chosen={item !== undefined || undefined}
      aria-label="Reports"
    >
      {item === undefined ? (
        <p className={styles.quiet}>Choose a number in the table to see its reports here.</p>
      ) : (
        <>
          <h2>
            <AttackLink id={item.id} name={item.name === item.id ? null : item.name} />
          </h2>
          <p className={styles.quiet}>
            {span.since} to {span.until}; first seen {item.first_seen}
          </p>
          <Found
            wanted={{
              ...(wanted.domain !== undefined && { domain: wanted.domain }),
              ...(wanted.review !== undefined && { review: wanted.review }),
              of: trends.of,
              id: item.id,
              since: span.since,
              until: span.until,
              limit: SHOWN,
            }}
          />
          <Close />
        </>
      )}
    </aside>
  );
}

function Found({ wanted }: { wanted: Parameters<typeof trendReportsQuery>[0] }) {
  const found = useQuery(trendReportsQuery(wanted));
  if (found.isError) {
    return <ErrorPane error={found.error} onRetry={() => void found.refetch()} />;
  }
  const { items = [], total = 0 } = found.data ?? {};
  return (
    <>
      <p role="status">{found.data === undefined ? "" : counted(total, "report")}</p>
      <ul className={styles.found} aria-busy={found.isPending}>
        {items.map(({ session_id: sessionId, title, day, dated_by: by, accepted }) => (
          <li key={sessionId}>
            <Link
              to="/sessions/$sessionId"
              params={{ sessionId }}
              search={wanted.of === "techniques" ? { technique: wanted.id } : {}}
            >
              <VisibleText text={title} />
            </Link>
            <span className={styles.quiet}>
              {day}, by {DATED_BY.find(([role]) => role === by)?.[1]}
              {accepted === true ? ", accepted" : ""}
            </span>
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <p className={styles.quiet}>The newest {items.length} are shown.</p>
      ) : null}
    </>
  );
}

function Close() {
  const navigate = route.useNavigate();
  return (
    <p>
      <button
        type="button"
        className={controls.button}
        onClick={() =>
          void navigate({
            search: ({ id: _id, period: _period, ...now }) => now,
            replace: true,
            resetScroll: false,
          })
        }
      >
        Close
      </button>
    </p>
  );
}
