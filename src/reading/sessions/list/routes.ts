import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { cveIdParam } from "../../../knowledge/vulnerabilities/params.ts";
import { jsonList } from "../../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../../platform/http/pagination.ts";
import { searchParam, sinceParam, untilParam } from "../../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import { cacheUntilChangeUnless } from "../../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { SessionDeps } from "../deps.ts";
import { sessionListItemSchema } from "../schema.ts";
import { REVIEW_STATES, SESSION_ORDERS, SESSION_STATUSES } from "../vocabulary.ts";
import { listSessions } from "./list-sessions.ts";

/** Assignee values for the current user, and for sessions without an assignee. */
const ME = "me";
const NOBODY = "none";

/** Filters that are evaluated row by row. */
const SEARCHING = ["search", "technique", "group", "software", "cve", "tag"];

const listSessionsRoute = defineRoute({
  method: "get",
  path: "/api/analyze/sessions",
  role: "viewer",
  before: [
    limitRate("searches", (query) => SEARCHING.some((name) => (query[name] ?? "").trim() !== "")),
    cacheUntilChangeUnless(({ assignee }) => assignee?.trim() === ME),
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
      assignee: searchParam(
        "Return only sessions that are assigned to this user; `me` for the acting user, `none` for sessions without an assignee.",
      ).meta({ example: ME }),
      review_state: z.enum(REVIEW_STATES).optional().meta({
        description: "Return only sessions in this state of review.",
        example: "in_review",
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
    const { limit, offset, assignee, ...wanted } = c.req.valid("query");
    const { name } = currentActor(c.var.identity);
    const given = { ...wanted, assignee: assigneeOf(assignee, name) };
    const { items, total } = await listSessions(c.var.deps, { limit, offset }, given);
    setPageHeaders(c, { limit, offset }, total);
    return c.json(items, 200);
  });
}

function assigneeOf(asked: string | undefined, actor: string): string | null | undefined {
  if (asked === NOBODY) return null;
  return asked === ME ? actor : asked;
}
