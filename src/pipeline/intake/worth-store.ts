import { sql } from "drizzle-orm";
import { POINTS } from "./worth.ts";

/** SQL for the worth of a row of `intake_reports`. drizzle-kit splits index expressions at commas. */
export const WORTH_SQL = sql<number>`${sql.raw(POINTS.map(termOf).join(" + "))}`;

function termOf([column, points, most]: (typeof POINTS)[number]): string {
  const length = `json_array_length(${column})`;
  return `${points} * case when ${length} > ${most} then ${most} else ${length} end`;
}
