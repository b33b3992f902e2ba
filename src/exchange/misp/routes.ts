import { z } from "zod";
import { download } from "../../platform/http/download.ts";
import { jsonBody, jsonContent } from "../../platform/http/json-content.ts";
import { identifierParam } from "../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { UUID_PATTERN } from "../../platform/lib/ids.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";
import { mispEventSchema } from "../../sharing/exports/misp/schema.ts";
import type { MispDeps } from "./deps.ts";
import { mispServer } from "./misp-server.ts";
import { pushEvent } from "./push-event.ts";
import { readEvent } from "./read-event.ts";
import { manifestSchema, pushedSchema, pushSchema, serverSchema } from "./schema.ts";
import { FEED_NAMES, FEEDS, type FeedName, WHOLE_FEED } from "./vocabulary.ts";
import { writeHashes } from "./write-hashes.ts";
import { writeManifest } from "./write-manifest.ts";

type MispApp = App<MispDeps & RateLimitDeps>;

const reading = {
  method: "get" as const,
  role: "viewer" as const,
  before: [limitRate("exports")],
  tags: ["MISP feed"],
};
const WHOLE = "All completed reports but those marked TLP:RED.";
const NARROW = "Completed reports that a person marked with this TLP level or a lower one.";

/** A UUID with its file extension. */
const fileParam = identifierParam(
  "a UUID and .json",
  new RegExp(`${UUID_PATTERN.source.replace(/\$$/, "")}\\.json$`),
  (value) => value.toLowerCase(),
).meta({
  description: "Identifier of the event, with the ending `.json`.",
  example: "00000000-0000-4000-8000-000000000000.json",
});
const feedParam = z.enum(FEED_NAMES).meta({
  description: "The highest TLP level of the feed.",
  example: "green",
});

/** Mounts the three files of a feed at an address; `levels` are the sharing levels of that address. */
function mountFeed(
  app: MispApp,
  base: string,
  params: z.ZodRawShape,
  description: string,
  levelsOf: (feed: string | undefined) => readonly SharedLevel[],
): void {
  const manifest = defineRoute({
    ...reading,
    path: `${base}/manifest.json`,
    summary: "List the events of the MISP feed",
    description,
    request: { params: z.object(params) },
    responses: { 200: jsonContent("The manifest, by the UUIDs of the events.", manifestSchema) },
  });
  app.openapi(manifest, (c) => {
    const pieces = writeManifest(c.var.deps, levelsOf(c.req.param("feed")));
    return download("manifest.json", "application/json; charset=utf-8", pieces) as never;
  });
  const hashes = defineRoute({
    ...reading,
    path: `${base}/hashes.csv`,
    summary: "List the hashes of the MISP feed",
    description: `${description} For a MISP that caches the feed without storing its events.`,
    request: { params: z.object(params) },
    responses: {
      200: {
        description: "The MD5 of each value and the UUID of its event, a pair a line.",
        content: {
          "text/csv": {
            schema: z.string(),
            example: "1b21e3d8b1f1a9d5ab8bbd0b9b6b4f3d,00000000-0000-4000-8000-000000000000\n",
          },
        },
      },
    },
  });
  app.openapi(hashes, (c) => {
    const pieces = writeHashes(c.var.deps, levelsOf(c.req.param("feed")));
    return download("hashes.csv", "text/csv; charset=utf-8", pieces);
  });
  const event = defineRoute({
    ...reading,
    path: `${base}/{file}`,
    summary: "Get an event of the MISP feed",
    description,
    request: { params: z.object({ ...params, file: fileParam }) },
    responses: { 200: jsonContent("The event, as MISP reads it.", mispEventSchema) },
  });
  app.openapi(event, async (c) => {
    const { file } = c.req.valid("param");
    const id = file.slice(0, -".json".length);
    const bytes = await readEvent(c.var.deps, id, levelsOf(c.req.param("feed")));
    return new Response(bytes, { headers: { "Content-Type": "application/json" } }) as never;
  });
}

const pushRoute = defineRoute({
  method: "post",
  path: "/api/misp/push",
  role: "analyst",
  before: [limitRate("exports")],
  tags: ["MISP feed"],
  summary: "Add a report to a MISP server",
  description:
    "Sends a completed report to the MISP server of the setting `MISP_URL`, as an event with the identifier of the report. Sending it again updates that event. A report marked TLP:RED is sent only with `include_red`.",
  problems: [
    "not_found",
    "conflict",
    "analysis_failed",
    "marked_red",
    "provider_not_configured",
    "provider_error",
  ],
  request: { body: jsonBody(pushSchema) },
  responses: { 200: jsonContent("What became of the event.", pushedSchema) },
});

const serverRoute = defineRoute({
  method: "get",
  path: "/api/misp/server",
  role: "analyst",
  tags: ["MISP feed"],
  summary: "Get the MISP server",
  description:
    "Says which MISP server reports can be sent to. It is that of the setting `MISP_URL`, if `SERVER_CREDENTIALS` has a key for it.",
  responses: { 200: jsonContent("The server, if there is one.", serverSchema) },
});

/** Mounts the MISP feeds: the complete one, and one for each sharing level. */
export function mountMisp(app: MispApp): void {
  app.openapi(pushRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id, include_red: includeRed } = c.req.valid("json");
    return c.json(await pushEvent(c.var.deps, name, id, includeRed), 200);
  });
  app.openapi(serverRoute, (c) => c.json({ host: mispServer(c.var.deps)?.host ?? null }, 200));
  mountFeed(app, "/misp", {}, WHOLE, () => WHOLE_FEED);
  mountFeed(app, "/misp/{feed}", { feed: feedParam }, NARROW, (feed) => FEEDS[feed as FeedName]);
}
