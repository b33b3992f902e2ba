import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { cveIdParam } from "../../../knowledge/vulnerabilities/params.ts";
import { jsonList } from "../../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../../platform/http/pagination.ts";
import { searchParam, sinceParam, untilParam } from "../../../platform/http/params.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { keepUnchanged } from "../../../platform/kept-answers/keep-answer.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { SessionDeps } from "../deps.ts";
import { sessionListItemSchema } from "../schema.ts";
import { SESSION_ORDERS, SESSION_STATUSES } from "../vocabulary.ts";
import { listSessions } from "./list-sessions.ts";

/** Filters that are looked up row by row. */
const SEARCHING = ["search", "technique", "group", "software", "cve", "tag"];

const listSessionsRoute = defineRoute({
  method: "get",
  path: "/api/analyze/sessions",
  role: "viewer",
  before: [
    limitRate("searches", (query) => SEARCHING.some((name) => (query[name] ?? "").trim() !== "")),
    keepUnchanged,
  ],
  tags: ["Analysis"],
  summary: "List sessions",
  description:
    "Sessions of one status, without their techniques. All filters that are given must match.",
  request: {
    query: z.object({
      ...growingListQuery,
      status: z.enum(SESSION_STATUSES).default("completed"),
      search: searchParam(
        "A text that name, title, file name, summary or note contains, literally and in any case.",
      ),
      technique: techniqueIdParam.optional().meta({
        description:
          "Return only sessions with this technique or one of its sub-techniques, rejected ones left out.",
        example: "T1059",
      }),
      group: searchParam(
        "Return only sessions that mention this group, by its id, name or alias.",
      ).meta({ example: "G0016" }),
      software: searchParam(
        "Return only sessions whose text names this malware or tool, by its id, name or alias.",
      ).meta({ example: "Cobalt Strike" }),
      cve: cveIdParam.optional().meta({
        description: "Return only sessions whose text names this vulnerability.",
        example: "CVE-2021-26855",
      }),
      tag: searchParam("Return only sessions with this tag, in any case.").meta({
        example: "banking",
      }),
      from: sinceParam("sessions of this time"),
      to: untilParam("sessions of this time"),
      order: z.enum(SESSION_ORDERS).default("newest").meta({
        description:
          "Order of the list: newest or oldest first, by name, or by the number of techniques.",
      }),
    }),
  },
  responses: {
    200: jsonList("The sessions, newest first by default.", sessionListItemSchema),
  },
});

/** The list of sessions, with its filters. */
export function mountSessionList(app: App<SessionDeps & RateLimitDeps>): void {
  app.openapi(listSessionsRoute, async (c) => {
    const { limit, offset, ...wanted } = c.req.valid("query");
    const { items, total } = await listSessions(c.var.deps, { limit, offset }, wanted);
    setPageHeaders(c, { limit, offset }, total);
    return c.json(items, 200);
  });
}
