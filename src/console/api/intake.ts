import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type IntakeReport = Schema<"IntakeReport">;
export type IntakeDetail = Schema<"IntakeReportDetail">;
export type IntakeState = IntakeReport["status"];
export type BulkOrder = Schema<"IntakeBulk">;
export type BulkResult = Schema<"IntakeBulkResult">;
export type Why = Schema<"IntakeReasons">;

export type IntakeWanted = NonNullable<paths["/api/pipeline/intake"]["get"]["parameters"]["query"]>;

const FOLLOW_MS = 2_000;
const COUNT_MS = 60_000;
const at = (id: string) => ({ path: { id } });

/** Returns whether the analysis of a report has not ended. */
export const isUnderWay = ({ analysis_status: status }: IntakeReport): boolean =>
  status === "queued" || status === "running";

/** Returns a page of the collected reports. Refetches while one of them is being analyzed. */
export const intakeQuery = (query: IntakeWanted) =>
  queryOptions({
    queryKey: ["intake", "list", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/pipeline/intake", { params: { query }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isUnderWay) === true ? FOLLOW_MS : false,
  });

/** The number of reports in each state. */
export const intakeCountsQuery = queryOptions({
  queryKey: ["intake", "counts"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/pipeline/intake/counts", { signal })),
  staleTime: COUNT_MS / 2,
  refetchInterval: COUNT_MS,
});

/** Returns one report and its other sources. */
export const intakeReportQuery = (id: string) =>
  queryOptions({
    queryKey: ["intake", "report", id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/pipeline/intake/{id}", { params: at(id), signal })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? FOLLOW_MS : false,
  });

/** Returns the full text of a report, which never changes. */
export const intakeTextQuery = (id: string) =>
  queryOptions({
    queryKey: ["intake-text", id],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/pipeline/intake/{id}/text", { params: at(id), parseAs: "text", signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The names of the sources by id. */
export const sourceNamesQuery = queryOptions({
  queryKey: ["sources", "names"],
  queryFn: async ({ signal }) => {
    const query = { limit: 200, offset: 0 };
    const { items } = await pageOf(api.GET("/api/pipeline/sources", { params: { query }, signal }));
    return items.map(({ id, name }) => ({ id, name }));
  },
});

/** Applies one change to several reports, each with its own result. */
export const changeReports = (body: BulkOrder): Promise<BulkResult[]> =>
  bodyOf(api.POST("/api/pipeline/intake/bulk", { body }));

/** Changes the notes of a report or the grade of its source. */
export const changeReport = (
  id: string,
  body: Pick<Schema<"ReportChange">, "analyst_notes" | "source_reliability">,
): Promise<IntakeDetail> =>
  bodyOf(api.PATCH("/api/pipeline/intake/{id}", { params: at(id), body }));

/** Adds a report manually. */
export const addReport = (body: Schema<"NewReport">): Promise<IntakeDetail> =>
  bodyOf(api.POST("/api/pipeline/intake", { body }));

/** Deletes a report with its text, but not its session. */
export async function deleteReport(id: string): Promise<void> {
  await bodyOf(api.DELETE("/api/pipeline/intake/{id}", { params: at(id) }));
}
