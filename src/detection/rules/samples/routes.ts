import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { wholeNumberParam } from "../../../platform/http/pagination.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { isMultipart, readParts } from "../../../platform/http/read-parts.ts";
import { bufferBody, streamBody } from "../../../platform/http/read-body.ts";
import { BUFFERED_BODY_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, type AppEnv, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { RuleDeps } from "../deps.ts";
import { readRule } from "../read-rule.ts";
import { addSample } from "./add-sample.ts";
import { deleteSample } from "./delete-sample.ts";
import { listSamples } from "./list-samples.ts";
import { readOrder } from "./params.ts";
import { readSample } from "./read-sample.ts";
import {
  addedSampleSchema,
  eventsBody,
  newSampleSchema,
  orderBody,
  sampleSchema,
  sampleWithEventsSchema,
  testResultSchema,
} from "./schema.ts";
import { requireSigma } from "./require-sigma.ts";
import { testRule } from "./test-rule.ts";
import { formEvents, unpackedEvents } from "./test-events.ts";
import { MAX_EVENT_BYTES, MAX_ORDER_BYTES } from "./vocabulary.ts";

type Context = HonoContext<AppEnv<RuleDeps & RateLimitDeps>>;

const studio = { tags: ["Detection Studio"] };
const ruleParams = z.object({ rule_id: uuidParam });
const sampleParams = ruleParams.extend({ sample_id: uuidParam });

/** Viewers may test, since nothing is stored. */
const testing = {
  ...studio,
  method: "post" as const,
  role: "viewer" as const,
  before: [limitRate("computations")],
  responses: { 200: jsonContent("What the rule did with each event.", testResultSchema) },
};
const testStoredRoute = defineRoute({
  ...testing,
  path: "/api/pipeline/rules/{rule_id}/test",
  summary: "Run a rule on events",
  description: [
    "Runs a Sigma rule on events: JSON lines, a JSON array or objects one after another, at most",
    "10 MiB. Says which match, and for the others which part of the condition failed.",
  ].join(" "),
  problems: [...BUFFERED_BODY_PROBLEMS, "version_not_found", "input_required", "invalid_json"],
  request: {
    params: ruleParams,
    query: z.object({
      version: wholeNumberParam(1, 999_999_999)
        .optional()
        .meta({ description: "Version to test; the latest one if left out." }),
    }),
    body: eventsBody,
  },
});

const testContentRoute = defineRoute({
  ...testing,
  path: "/api/pipeline/rules/test",
  summary: "Run the text of a rule on events",
  description:
    "The same for a Sigma rule that is not stored. Takes JSON, or a form with `content` and the events as `file`.",
  problems: [...BUFFERED_BODY_PROBLEMS, "invalid_json", "invalid_language", "input_required"],
  request: {
    body: orderBody,
  },
});

const addSampleRoute = defineRoute({
  ...studio,
  method: "post",
  path: "/api/pipeline/rules/{rule_id}/samples",
  role: "analyst",
  before: [limitRate("computations")],
  summary: "Add a sample to a rule",
  description:
    "Keeps events with the rule as a test. All samples run whenever the rule is saved; `test_run` of the version says how they came out.",
  problems: ["conflict"],
  request: { headers: ifMatchHeader, params: ruleParams, body: jsonBody(newSampleSchema) },
  responses: {
    201: {
      ...jsonContent("The sample, and how all samples come out.", addedSampleSchema),
      headers: etagHeader,
    },
  },
});

const listSamplesRoute = defineRoute({
  ...studio,
  method: "get",
  path: "/api/pipeline/rules/{rule_id}/samples",
  role: "viewer",
  summary: "List the samples of a rule",
  description: "Lists all of them, without their events.",
  request: { params: ruleParams },
  responses: { 200: jsonContent("Samples, oldest first.", z.array(sampleSchema)) },
});

const readSampleRoute = defineRoute({
  ...studio,
  method: "get",
  path: "/api/pipeline/rules/{rule_id}/samples/{sample_id}",
  role: "viewer",
  summary: "Get a sample of a rule",
  description: "The sample with its events.",
  request: { params: sampleParams },
  responses: { 200: jsonContent("The sample and its events.", sampleWithEventsSchema) },
});

const deleteSampleRoute = defineRoute({
  ...studio,
  method: "delete",
  path: "/api/pipeline/rules/{rule_id}/samples/{sample_id}",
  role: "analyst",
  before: [limitRate("writes")],
  summary: "Delete a sample of a rule",
  description: "The test run of the latest version then covers the remaining samples only.",
  request: { headers: ifMatchHeader, params: sampleParams },
  responses: { 204: { description: "The sample is deleted.", headers: etagHeader } },
});

/** Mounts test runs of rules, and the stored samples. */
export function mountRuleTests(app: App<RuleDeps & RateLimitDeps>): void {
  app.openapi(testStoredRoute, async (c) => {
    const { rule_id: id } = c.req.valid("param");
    const rule = await readRule(c.var.deps, id, c.req.valid("query").version);
    requireSigma(rule.language);
    return c.json(await testRule(c.var.deps, rule, await eventsIn(c)), 200);
  });
  app.openapi(testContentRoute, async (c) => {
    const { rule, events } = isMultipart(c)
      ? readOrder.ofForm(await readParts(c, readOrder.FORM_LIMITS))
      : readOrder.ofJson(await bufferBody(c, MAX_ORDER_BYTES));
    return c.json(await testRule(c.var.deps, rule, events), 200);
  });
  app.openapi(addSampleRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { rule_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const added = await addSample(c.var.deps, name, id, c.req.valid("json"), ifMatch);
    return c.json(added.sample, 201, { ETag: added.etag });
  });
  app.openapi(listSamplesRoute, async (c) => {
    return c.json(await listSamples(c.var.deps, c.req.valid("param").rule_id), 200);
  });
  app.openapi(readSampleRoute, async (c) => {
    const { rule_id: id, sample_id: sample } = c.req.valid("param");
    return c.json(await readSample(c.var.deps, id, sample), 200);
  });
  app.openapi(deleteSampleRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { rule_id: id, sample_id: sample } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const etag = await deleteSample(c.var.deps, name, id, sample, ifMatch);
    return c.body(null, 204, { ETag: etag });
  });
}

/** Returns the events of a body as a stream, or of a form once it is complete. */
async function eventsIn(c: Context) {
  if (isMultipart(c)) return formEvents(await readParts(c, new Map([["file", MAX_EVENT_BYTES]])));
  return unpackedEvents(streamBody(c), c.req.header("Content-Encoding") ?? "");
}
