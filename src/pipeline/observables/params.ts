import { z } from "zod";
import {
  listParam,
  searchParam,
  sinceParam,
  untilParam,
  uuidParam,
} from "../../platform/http/params.ts";
import type { ObservableFilter } from "./filter-store.ts";
import { observableKindSchema } from "./schema.ts";
import type { ObservableOrder } from "./sort-store.ts";
import { OBSERVABLE_ORIGINS, OBSERVABLE_ROLES, OBSERVABLE_SORTS } from "./vocabulary.ts";

/** Query parameters that filter observables. */
export const observableFilters = {
  kind: listParam(
    observableKindSchema,
    "Return only observables of this kind, or of one of several.",
    "domain",
  ),
  q: searchParam(
    "What the value begins with, defanged or not; a host name also finds what lies below it and its URLs and email addresses, the last part of a path the path, the number of a CVE the CVE, and a network in CIDR notation the addresses in it.",
  ),
  value: z.string().trim().min(1).max(2048).optional().meta({
    description:
      "Return only the observable with exactly this value, defanged or not, in any case that its kind ignores. Unlike q, it finds nothing below a host name.",
    example: "evil[.]example.com",
  }),
  origin: z.enum(OBSERVABLE_ORIGINS).optional(),
  role: listParam(
    z.enum(OBSERVABLE_ROLES),
    "Return only observables with this role, or one of several.",
    "indicator",
  ),
  min_confidence: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: "Return only observables with at least this confidence.", example: 50 }),
  tag: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Return only observables with this tag.", example: "phishing" }),
  active: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({
      description: "Return only observables that have not expired, or only those that have.",
    }),
  first_seen_since: sinceParam("observables that were first seen at this time"),
  first_seen_until: untilParam("observables that were first seen at this time"),
  last_seen_since: sinceParam("observables that were last seen at this time"),
  last_seen_until: untilParam("observables that were last seen at this time"),
  min_reports: z.coerce.number().int().min(1).max(10_000).optional().meta({
    description: "Return only observables that at least this many reports and sessions mention.",
    example: 2,
  }),
  report_id: uuidParam.optional(),
  session_id: uuidParam.optional(),
};

/** Query parameters that sort a list. */
export const observableOrder = {
  sort: z.enum(OBSERVABLE_SORTS).optional().meta({
    description:
      "Column to sort by; `reports` is the number of reports and sessions that mention the observable. Default: `last_seen`.",
    example: "confidence",
  }),
  order: z.enum(["asc", "desc"]).optional().meta({
    description: "Direction of the sort. Default: `desc`.",
    example: "desc",
  }),
};

type Query = z.output<z.ZodObject<typeof observableFilters>>;

/** Returns the filter for the query parameters. */
export function filterOf({
  report_id: report,
  session_id: session,
  ...query
}: Query): ObservableFilter {
  const sources = [
    ...(report === undefined ? [] : [{ type: "report" as const, id: report }]),
    ...(session === undefined ? [] : [{ type: "session" as const, id: session }]),
  ];
  return { ...query, sources };
}

/** Returns the order for the query parameters, or undefined for the default order. */
export function orderAsked(
  sort: ObservableOrder["sort"] = "last_seen",
  order: ObservableOrder["order"] = "desc",
): ObservableOrder | undefined {
  return sort === "last_seen" && order === "desc" ? undefined : { sort, order };
}
