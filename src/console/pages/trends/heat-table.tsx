import { getRouteApi } from "@tanstack/react-router";
import type { TrendItem, Trends } from "../../api/trends.ts";
import { AttackLink } from "../../parts/attack-link.tsx";
import heats from "../../parts/heat/heat.module.css";
import { heatOf } from "../../parts/heat/heat.ts";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import styles from "./trends.module.css";
import { count, KINDS } from "./words.ts";

const route = getRouteApi("/trends");

/** A row for each item and a column for each period; a cell leads to its reports. */
export function HeatTable({ trends }: { trends: Trends }) {
  const { items, periods, of, by, domain } = trends;
  const { id, period } = route.useSearch();
  const most = Math.max(1, ...items.flatMap(({ counts }) => counts));
  return (
    <div className={styles.scroll} role="region" aria-label="Reports by period" tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          Number of reports by {by}. Choose a number to see its reports.
        </caption>
        <thead>
          <tr>
            <th scope="col">{KINDS.find((kind) => kind.of === of)?.one}</th>
            <th scope="col">Reports</th>
            <th scope="col">Change</th>
            {periods.map(({ since, until }) => (
              <th key={since} scope="col" title={`${since} to ${until}`}>
                {labelOf(since, by)}
              </th>
            ))}
          </tr>
          <tr className={styles.all}>
            <th scope="row">All reports</th>
            <td>{trends.reports}</td>
            <td />
            {periods.map(({ since, reports }) => (
              <td key={since}>
                <Bar share={reports / Math.max(1, ...periods.map((one) => one.reports))} />
                {reports}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <AttackLink
                  id={item.id}
                  name={item.name === item.id ? null : item.name}
                  domain={domain}
                />
              </th>
              <td>
                <CellButton
                  item={item}
                  period={undefined}
                  number={item.total}
                  isChosen={item.id === id && period === undefined}
                  label="all periods"
                />
              </td>
              <td>
                <Change item={item} since={trends.since} />
              </td>
              {item.counts.map((number, place) => {
                const since = periods[place]?.since ?? "";
                return (
                  <td
                    key={since}
                    className={`${styles.cell} ${heats.heat}`}
                    data-heat={number === 0 ? 0 : heatOf(number / most)}
                  >
                    {number === 0 ? (
                      <span className={styles.none}>
                        <Unseen>0</Unseen>
                      </span>
                    ) : (
                      <CellButton
                        item={item}
                        period={since}
                        number={number}
                        isChosen={item.id === id && period === since}
                        label={since}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Weeks and months by their first day, as little as tells them apart. */
function labelOf(since: string, by: Trends["by"]): string {
  return by === "month" ? since.slice(0, 7) : since.slice(5);
}

interface CellProps {
  item: TrendItem;
  period: string | undefined;
  number: number;
  isChosen: boolean;
  label: string;
}

function CellButton({ item, period, number, isChosen, label }: CellProps) {
  const navigate = route.useNavigate();
  return (
    <button
      type="button"
      className={styles.number}
      aria-pressed={isChosen}
      aria-label={`${item.id}, ${label}: ${count(number, "report")}`}
      onClick={() =>
        void navigate({
          search: ({ period: _period, ...now }) => ({
            ...now,
            id: item.id,
            ...(period !== undefined && { period }),
          }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      {number}
    </button>
  );
}

/** The number of reports against as many days before. */
function Change({ item, since }: { item: TrendItem; since: string }) {
  const { total, previous, first_seen: first } = item;
  const title = `${count(previous, "report")} in as many days before; first seen ${first}`;
  if (first >= since) {
    return (
      <span className={styles.new} title={title}>
        New
      </span>
    );
  }
  const by = total - previous;
  const sign = by > 0 ? "+" : by < 0 ? "−" : "±";
  return (
    <span data-change={Math.sign(by)} className={styles.change} title={title}>
      {sign}
      {Math.abs(by)}
    </span>
  );
}

/** How a number compares with the largest one, for those who see it; the number is the text. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 10 24" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y={24 - 24 * share} width="10" height={24 * share} />
    </svg>
  );
}
