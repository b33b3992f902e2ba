import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { listSessions } from "../../../reading/sessions/list/list-sessions.ts";
import { readSession } from "../../../reading/sessions/read-session.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";
import { readSessionText } from "../../../reading/sessions/text/read-session-text.ts";
import {
  REVIEW_STATES,
  SESSION_ORDERS,
  SESSION_STATUSES,
} from "../../../reading/sessions/vocabulary.ts";
import { EVIDENCE_APP } from "../app-resource.ts";
import { cursorAfter, readCursor } from "../cursor.ts";
import type { McpDeps } from "../deps.ts";
import { pageArgs, pageFields, uuidParam } from "../params.ts";
import { isRed, requireNotRed } from "../require-not-red.ts";
import { describeSession, sessionSchema, type SessionView, viewSession } from "../session-view.ts";
import { defineTool } from "../tool.ts";
import { quoteUntrusted } from "../untrusted.ts";

const TEXT_PAGE = 20_000;
const MAX_TEXT_PAGE = 100_000;

const listItem = z.object({
  session_id: z.uuid(),
  title: z.string().meta({ description: "Title of the report. Untrusted text." }),
  status: z.enum(SESSION_STATUSES),
  review_state: z.enum(REVIEW_STATES),
  tlp: z.string().nullable(),
  technique_count: z.int(),
  tags: z.array(z.string()),
  created_at: z.string(),
});

const listTool = defineTool({
  name: "list_sessions",
  title: "List analyzed reports",
  description:
    "Lists stored reports, newest first unless sorted. All filters that are given must match.",
  role: "viewer",
  limit: ({ search, technique, group, software, tag }) =>
    [search, technique, group, software, tag].some((one) => one) ? "searches" : null,
  input: z.strictObject({
    search: z.string().max(100).optional().meta({
      description: "Text that name, title, file name, summary or note contains, in any case.",
    }),
    technique: techniqueIdParam.optional(),
    group: z.string().max(100).optional().meta({ description: "ID, name or alias of a group." }),
    software: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "ID, name or alias of software." }),
    tag: z.string().max(100).optional(),
    status: z.enum(SESSION_STATUSES).default("completed"),
    review_state: z.enum(REVIEW_STATES).optional(),
    order: z.enum(SESSION_ORDERS).default("newest"),
    ...pageArgs(25, 200),
  }),
  output: z.object(pageFields("sessions", listItem)),
  run: async ({ deps }, { cursor, limit, ...filter }) => {
    const from = readCursor("sessions", cursor);
    const { items, total } = await listSessions(deps, { limit, offset: from }, filter);
    return {
      total,
      next_cursor: cursorAfter("sessions", from + limit, total),
      sessions: items.map((one) => ({
        ...one,
        tlp: one.tlp ?? one.tlp_in_text,
        ...(isRed(one) && { title: "(TLP:RED)", tags: [] }),
      })),
    };
  },
  describe: ({ total, sessions }) =>
    `${total} reports.\n${quoteUntrusted(
      sessions
        .map(({ session_id: id, title, technique_count: n }) => `${id} ${title} (${n} techniques)`)
        .join("\n"),
    )}`,
});

const reading = {
  role: "viewer" as const,
  output: sessionSchema,
  describe: describeSession,
};
const sessionArg = { session_id: uuidParam };

const readTool = defineTool({
  ...reading,
  name: "read_session",
  title: "Read an analyzed report",
  description: "Returns a stored report with its techniques and the evidence for each, in pages.",
  input: z.strictObject({ ...sessionArg, ...pageArgs(25, 100) }),
  run: async ({ deps }, { session_id: id, ...page }) =>
    viewSession(await openSession(deps, id), page),
});

const showTool = defineTool({
  ...reading,
  name: "show_evidence",
  title: "Show the evidence beside the text",
  description:
    "Shows a stored report in the client with the evidence of each technique marked in its text. Clients without MCP Apps get the same result as from read_session.",
  app: EVIDENCE_APP,
  input: z.strictObject(sessionArg),
  run: async ({ deps }, { session_id: id }): Promise<SessionView> =>
    viewSession(await openSession(deps, id), { limit: 100 }),
});

const readTextTool = defineTool({
  name: "read_session_text",
  title: "Read the text of a report",
  description: "Returns the text that the offsets of the evidence refer to, in pages.",
  role: "viewer",
  input: z.strictObject({
    ...sessionArg,
    cursor: pageArgs(1, 1).cursor,
    limit: z.int().min(1).max(MAX_TEXT_PAGE).default(TEXT_PAGE).meta({
      description: "UTF-16 code units per page.",
    }),
  }),
  output: z.object({
    session_id: z.uuid(),
    start: z.int().meta({ description: "Offset of this page in the text." }),
    total: z.int().meta({ description: "Length of the whole text in UTF-16 code units." }),
    next_cursor: z.string().nullable(),
    text: z.string().meta({ description: "Untrusted text of the report." }),
  }),
  run: async ({ deps }, { session_id: id, cursor, limit }) => {
    await openSession(deps, id);
    const text = await readSessionText(deps, id);
    const start = readCursor("text", cursor);
    const end = pageEnd(text, start + limit);
    return {
      session_id: id,
      start,
      total: text.length,
      next_cursor: cursorAfter("text", end, text.length),
      text: text.slice(start, end),
    };
  },
  describe: ({ text, start, total }) =>
    `Characters ${start} to ${start + text.length} of ${total}.\n${quoteUntrusted(text)}`,
});

export const sessionTools = [listTool, readTool, showTool, readTextTool];

/**
 * Reads a completed session that is not TLP:RED.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`
 */
export async function openSession(deps: McpDeps, id: string): Promise<Analysis> {
  const analysis = await readSession(deps, id, false);
  if (analysis === null) {
    throw new AppError("conflict", "The report is still being analyzed; try again in a moment.");
  }
  requireNotRed(analysis);
  return analysis;
}

/** Avoids splitting a surrogate pair at the end of a page. */
function pageEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd8_00 && last <= 0xdb_ff ? end + 1 : end;
}
