import { z } from "zod";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonBody, jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { setPageHeaders } from "../../../platform/http/pagination.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import { cacheUntilChange } from "../../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { changeTest } from "./change-test.ts";
import { deleteTest } from "./delete-test.ts";
import type { CoverageTestDeps } from "./deps.ts";
import { newTestSchema, testChangeSchema, testQuery } from "./params.ts";
import { recordTest } from "./record-test.ts";
import { coverageTestSchema } from "./schema.ts";
import { readTest, testEtag } from "./test-state.ts";

const tags = ["Coverage"];
const PATH = "/api/coverage/tests";
const params = z.object({ test_id: uuidParam });
const answer = (what: string) => ({
  ...jsonContent(what, coverageTestSchema),
  headers: etagHeader,
});

const listRoute = defineRoute({
  method: "get",
  path: PATH,
  role: "viewer",
  before: [cacheUntilChange],
  tags,
  summary: "List tests of techniques",
  description: "Lists recorded tests, optionally of one technique, rule, result or period.",
  request: { query: testQuery },
  responses: { 200: jsonList("Tests, the most recent first.", coverageTestSchema) },
});

const recordRoute = defineRoute({
  method: "post",
  path: PATH,
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Record a test of a technique",
  description:
    "Records how a test ended. The most recent test of a technique decides: `detected` and `blocked` make the technique `proven` in the coverage for as many days as `COVERAGE_PROVEN_DAYS` says, `missed` takes that away.",
  problems: [...RELEASE_PROBLEMS, "conflict"],
  request: { body: jsonBody(newTestSchema) },
  responses: { 201: answer("The recorded test.") },
});

const readRoute = defineRoute({
  method: "get",
  path: `${PATH}/{test_id}`,
  role: "viewer",
  tags,
  summary: "Get a test of a technique",
  description: "Returns one test, with its state as `ETag`.",
  request: { params },
  responses: { 200: answer("The test as it was recorded or last changed.") },
});

const changeRoute = defineRoute({
  method: "patch",
  path: `${PATH}/{test_id}`,
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Update a test of a technique",
  description: "Changes rule, result, date, events or note. What is not given stays.",
  problems: ["conflict"],
  request: { headers: ifMatchHeader, params, body: jsonBody(testChangeSchema) },
  responses: { 200: answer("The changed test.") },
});

const deleteRoute = defineRoute({
  method: "delete",
  path: `${PATH}/{test_id}`,
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Delete a test of a technique",
  description: "The coverage then follows the remaining tests.",
  request: { headers: ifMatchHeader, params },
  responses: { 204: { description: "The test was deleted." } },
});

/** Mounts the tests of techniques. */
export function mountCoverageTests(app: App<CoverageTestDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await c.var.deps.coverageTests.list(query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(recordRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const test = await recordTest(c.var.deps, name, c.req.valid("json"));
    return c.json(test, 201, { ETag: testEtag(test) });
  });
  app.openapi(readRoute, async (c) => {
    const test = await readTest(c.var.deps, c.req.valid("param").test_id);
    return c.json(test, 200, { ETag: testEtag(test) });
  });
  app.openapi(changeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { test_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const test = await changeTest(c.var.deps, name, id, c.req.valid("json"), ifMatch);
    return c.json(test, 200, { ETag: testEtag(test) });
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const ifMatch = c.req.valid("header")["if-match"];
    await deleteTest(c.var.deps, name, c.req.valid("param").test_id, ifMatch);
    return c.body(null, 204);
  });
}
