import type { Analysis } from "../../../api/session.ts";

type Dates = Analysis["entities"]["dates"];

/** The report's own dates, as the service selects them. */
export function ReportDates({ dates }: { dates: Dates }) {
  const of = (role: Dates[number]["role"]) =>
    dates.filter((one) => one.role === role).map(({ date, end }) => end ?? date);
  const published = of("published")[0];
  const revised = of("revised").at(-1);
  if (published === undefined && revised === undefined) return null;
  if (published === undefined) return <span>Revised {revised}</span>;
  const isRevised = revised !== undefined && revised > published;
  return (
    <span>
      Published {published}
      {isRevised ? `, revised ${revised}` : ""}
    </span>
  );
}
