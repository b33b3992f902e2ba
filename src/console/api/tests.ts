import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, ifMatch, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type CoverageTest = Schema<"CoverageTest">;
export type TestResult = CoverageTest["result"];
export type NewTest = Schema<"CoverageTestInput">;
export type TestChange = Schema<"CoverageTestChange">;

export type TestFilters = Omit<
  NonNullable<paths["/api/coverage/tests"]["get"]["parameters"]["query"]>,
  "limit" | "offset"
>;

/** Tests per page of the list. */
export const TESTS_A_PAGE = 50;

/** Returns recorded tests, most recent first. */
export const testsQuery = (filters: TestFilters, page = 1) =>
  queryOptions({
    queryKey: ["tests", filters, page],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/coverage/tests", {
          params: {
            query: {
              ...filters,
              limit: TESTS_A_PAGE,
              offset: (page - 1) * TESTS_A_PAGE,
            },
          },
          signal,
        }),
      ),
  });

export const recordTest = (body: NewTest): Promise<CoverageTest> =>
  bodyOf(api.POST("/api/coverage/tests", { body }));

/** Returns the entity tag for changes to a test. */
export const testEtag = ({ revision }: Pick<CoverageTest, "revision">): string => `"${revision}"`;

const at = (testId: string, etag: string) => ({ ...ifMatch(etag), path: { test_id: testId } });

/** @throws Problem 412 if it has changed in the meantime */
export const changeTest = (testId: string, body: TestChange, etag: string): Promise<CoverageTest> =>
  bodyOf(api.PATCH("/api/coverage/tests/{test_id}", { params: at(testId, etag), body }));

/** @throws Problem 412 if it has changed in the meantime */
export async function deleteTest(testId: string, etag: string): Promise<void> {
  await bodyOf(api.DELETE("/api/coverage/tests/{test_id}", { params: at(testId, etag) }));
}
