import { z } from "zod";
import { listReports } from "../../../pipeline/intake/list-reports.ts";
import { INTAKE_STATES } from "../../../pipeline/intake/vocabulary.ts";
import { listObservables } from "../../../pipeline/observables/list-observables.ts";
import { observableKindSchema } from "../../../pipeline/observables/schema.ts";
import { OBSERVABLE_ROLES } from "../../../pipeline/observables/vocabulary.ts";
import { cursorAfter, readCursor } from "../cursor.ts";
import { pageArgs, pageFields, uuidParam } from "../params.ts";
import { defineTool } from "../tool.ts";
import { quoteUntrusted } from "../untrusted.ts";
import { openSession } from "./sessions.ts";

const searchText = z.string().trim().max(100).optional();

const searchIntake = defineTool({
  name: "search_intake",
  title: "Search collected reports",
  description: "Searches the reports that feeds, imports and analysts brought in, newest first.",
  role: "viewer",
  limit: ({ query }) => (query ? "searches" : null),
  input: z.strictObject({
    query: searchText.meta({
      description: "Text that title, publisher, URL or summary contains, in any case.",
    }),
    status: z.enum(INTAKE_STATES).optional(),
    ...pageArgs(25, 100),
  }),
  output: z.object(
    pageFields(
      "reports",
      z.object({
        id: z.string(),
        title: z.string().meta({ description: "Untrusted text." }),
        summary: z.string().meta({ description: "Untrusted text." }),
        url: z.string().nullable(),
        publisher: z.string().nullable(),
        status: z.enum(INTAKE_STATES),
        technique_ids: z.array(z.string()),
        group_ids: z.array(z.string()),
        session_id: z.string().nullable().meta({ description: "Its analysis, or null." }),
        published_at: z.string().nullable(),
      }),
    ),
  ),
  run: async ({ deps }, { query, status, cursor, limit }) => {
    const offset = readCursor("intake", cursor);
    const { items, total } = await listReports(deps, {
      q: query || undefined,
      status,
      limit,
      offset,
    });
    return {
      total,
      next_cursor: cursorAfter("intake", offset + limit, total),
      reports: items,
    };
  },
  describe: ({ total, reports }) =>
    `${total} collected reports.\n${quoteUntrusted(
      reports.map(({ id, title, status }) => `${id} ${title} (${status})`).join("\n"),
    )}`,
});

const searchObservables = defineTool({
  name: "search_observables",
  title: "Search observables",
  description:
    "Searches addresses, domains, hashes and other values that reports mention, last seen first. They are evidence, not verdicts.",
  role: "viewer",
  limit: ({ query }) => (query ? "searches" : null),
  input: z.strictObject({
    query: searchText.meta({
      description:
        "What the value begins with, defanged or not; a host name also finds what lies below it.",
    }),
    kind: observableKindSchema.optional().meta({ example: "domain" }),
    role: z.enum(OBSERVABLE_ROLES).optional(),
    min_confidence: z.int().min(0).max(100).optional(),
    session_id: uuidParam
      .optional()
      .meta({ description: "Return only what this report mentions." }),
    ...pageArgs(50, 200),
  }),
  output: z.object(
    pageFields(
      "observables",
      z.object({
        id: z.string(),
        kind: z.string(),
        value: z.string().meta({ description: "Untrusted text." }),
        role: z.string(),
        confidence: z.int(),
        tags: z.array(z.string()),
        mentioned_by: z.int().meta({ description: "Reports and sessions that mention it." }),
        active: z.boolean(),
        last_seen_at: z.string(),
      }),
    ),
  ),
  run: async ({ deps }, { query, kind, role, session_id: session, cursor, limit, ...filter }) => {
    if (session !== undefined) await openSession(deps, session);
    const offset = readCursor("observables", cursor);
    const wanted = {
      ...filter,
      q: query || undefined,
      kind: kind && [kind],
      role: role && [role],
      sources: session === undefined ? [] : [{ type: "session" as const, id: session }],
    };
    const { items, total } = await listObservables(deps, { limit, offset }, wanted);
    return {
      total,
      next_cursor: cursorAfter("observables", offset + limit, total),
      observables: items.map((one) => ({
        ...one,
        mentioned_by: one.report_ids.length + one.session_ids.length,
      })),
    };
  },
  describe: ({ total, observables }) =>
    `${total} observables.\n${quoteUntrusted(
      observables.map(({ kind, value, role }) => `${kind} ${value} (${role})`).join("\n"),
    )}`,
});

export const collectionTools = [searchIntake, searchObservables];
