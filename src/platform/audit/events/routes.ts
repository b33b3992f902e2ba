import { z } from "zod";
import { wholeNumberParam } from "../../http/pagination.ts";
import { type App, currentActor, defineRoute } from "../../http/router.ts";
import type { RateLimitDeps } from "../../rate-limits/deps.ts";
import { streamEvents } from "../../http/stream-events.ts";
import type { EventDeps } from "./deps.ts";
import { followEvents } from "./follow-events.ts";
import { listEvents } from "./list-events.ts";
import { type EventMessage, eventMessageSchema, eventPageSchema } from "./schema.ts";

const place = wholeNumberParam(0, 999_999_999);

const eventsRoute = defineRoute({
  method: "get",
  path: "/api/events",
  role: "viewer",
  tags: ["Audit"],
  summary: "List changes of the workspace as they happen",
  description:
    "One event for each audit entry, without its details. With `Accept: text/event-stream` they are Server-Sent Events, at most two seconds after the change; the stream ends after four minutes, and a client that connects again with `Last-Event-ID` misses nothing. A message of the type `version` follows each change of the workspace version. Otherwise one page as JSON: send its `last` as the next `after`.",
  problems: ["service_busy", "rate_limited"],
  request: {
    headers: z.object({
      accept: z.string().optional().meta({
        description: "`text/event-stream` requests the stream; anything else a page of JSON.",
        example: "text/event-stream",
      }),
      "last-event-id": place.optional().meta({
        description: "Sequence number of the last event received; takes precedence over `after`.",
      }),
    }),
    query: z.object({
      after: place.optional().meta({
        description:
          "Return only events after this sequence number. Without it the events begin now.",
        example: 4711,
      }),
    }),
  },
  responses: {
    200: {
      description: "The events, oldest first.",
      content: {
        "application/json": { schema: eventPageSchema },
        "text/event-stream": { schema: eventMessageSchema },
      },
    },
  },
});

/** Mounts the routes for workspace changes, as a stream or in pages. */
export function mountEvents(app: App<EventDeps & RateLimitDeps>): void {
  app.openapi(eventsRoute, async (c) => {
    const { deps, identity } = c.var;
    const { accept = "", "last-event-id": lastId } = c.req.valid("header");
    const after = lastId ?? c.req.valid("query").after;
    if (!accept.includes("text/event-stream")) return c.json(await listEvents(deps, after), 200);
    const { name } = currentActor(identity);
    const leave = deps.eventListeners.join(name, !deps.settings.AUTH_ENABLED);
    return streamEvents<EventMessage>(
      c.req.raw,
      (work) => c.executionCtx.waitUntil(work),
      async (send, signal) => await followEvents(deps, after, send, signal).finally(leave),
    );
  });
}
