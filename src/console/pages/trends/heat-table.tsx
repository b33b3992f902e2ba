import { counted } from "../../parts/counted.ts";
import { getRouteApi } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import type { TrendItem, Trends } from "../../api/trends.ts";
import { AttackLink } from "../../parts/attack-link.tsx";
import heats from "../../parts/heat/heat.module.css";
import { heatOf } from "../../parts/heat/heat.ts";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import styles from "./trends.module.css";
import { KINDS } from "./words.ts";

const route = getRouteApi("/trends");

/** If no number is larger, the strongest color would be misleading. */
const FEW = 5;

/** A row for each item and a column for each period. A cell links to its reports. */
export function HeatTable({ trends }: { trends: Trends }) {
  const most = Math.max(FEW, ...trends.items.flatMap(({ counts }) => counts));
  // Scrolls to the newest periods at the right.
  const scroll = useRef<HTMLDivElement>(null);
  const { since, until } = trends;
  useLayoutEffect(() => {
    scroll.current?.scrollTo({ left: scroll.current.scrollWidth });
  }, [since, until]);
  return (
    <div
      ref={scroll}
      className={styles.scroll}
      role="region"
      aria-label="Reports by period"
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className={styles.caption}>
          <span>Number of reports by {trends.by}. Choose a number to see its reports.</span>
        </caption>
        <Head trends={trends} />
        <tbody>
          {trends.items.map((item) => (
            <Row key={item.id} item={item} trends={trends} most={most} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The periods, with the number of reports in each. */
function Head({ trends: { of, by, periods, reports: all } }: { trends: Trends }) {
  const most = Math.max(1, ...periods.map(({ reports }) => reports));
  return (
    <thead>
      <tr>
        <th scope="col">{KINDS.find((kind) => kind.of === of)?.one}</th>
        <th scope="col">Reports</th>
        {by === "year" ? null : (
          <th scope="col" className={styles.side}>
            Change
          </th>
        )}
        {periods.map(({ since, until }) => (
          <th key={since} scope="col" title={`${since} to ${until}`}>
            {labelOf(since, by)}
          </th>
        ))}
      </tr>
      <tr className={styles.all}>
        <th scope="row">All reports</th>
        <td>{all}</td>
        {by === "year" ? null : <td className={styles.side} />}
        {periods.map(({ since, reports }) => (
          <td key={since}>
            <Bar share={reports / most} />
            {reports}
          </td>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  item: TrendItem;
  trends: Trends;
  /** The number for the strongest color. */
  most: number;
}

function Row({ item, trends, most }: RowProps) {
  const { id, period } = route.useSearch();
  const isChosen = (since?: string) => item.id === id && since === period;
  const name = item.name === item.id ? null : item.name;
  return (
    <tr>
      <th scope="row">
        <AttackLink id={item.id} name={name} domain={trends.domain} />
      </th>
      <td>
        <CellButton item={item} number={item.total} isChosen={isChosen()} />
      </td>
      {trends.by === "year" ? null : (
        <td className={styles.side}>
          <Change item={item} since={trends.since} />
        </td>
      )}
      {item.counts.map((number, place) => {
        const since = trends.periods[place]?.since ?? "";
        const heat = number === 0 ? 0 : heatOf(number / most);
        return (
          <td key={since} className={`${styles.cell} ${heats.heat}`} data-heat={heat}>
            {number === 0 ? (
              <Unseen>0</Unseen>
            ) : (
              <CellButton item={item} period={since} number={number} isChosen={isChosen(since)} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Returns the shortest distinct label of a period by its first day. */
function labelOf(since: string, by: Trends["by"]): string {
  if (by === "year") return since.slice(0, 4);
  return by === "month" ? since.slice(0, 7) : since.slice(5);
}

interface CellProps {
  item: TrendItem;
  /** Absent for all periods. */
  period?: string;
  number: number;
  isChosen: boolean;
}

function CellButton({ item, period, number, isChosen }: CellProps) {
  const navigate = route.useNavigate();
  return (
    <button
      type="button"
      className={styles.number}
      aria-pressed={isChosen}
      aria-label={`${item.id}, ${period ?? "all periods"}: ${counted(number, "report")}`}
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

/** The number of reports compared with the same number of days before, which years rarely have. */
function Change({ item, since }: { item: TrendItem; since: string }) {
  const { total, previous, first_seen: first } = item;
  const title = `${counted(previous, "report")} in as many days before; first seen ${first}`;
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

/** A visual comparison of a number with the largest one. The number itself is the text. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 10 24" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y={24 - 24 * share} width="10" height={24 * share} />
    </svg>
  );
}
