import { z } from "zod";
import {
  identifierParam,
  listParam,
  searchParam,
  sinceParam,
  untilParam,
  uuidParam,
} from "../../platform/http/params.ts";
import { intakeStateSchema } from "./schema.ts";
import { ANALYSIS_STATES, REASONS, REPORT_ORDERS } from "./vocabulary.ts";

const NAMED_ID = /^(?:[GS]\d{4,6}|(?:AML\.)?T\d{4,6}(?:\.\d{3,4})?|CVE-\d{4}-\d{4,19})$/;

const MAX_IDS = 200;

/** The ID of an object that a report can name. */
const namedIdParam = identifierParam(
  "the id of a group, software, technique or CVE, such as G0016",
  NAMED_ID,
  (value) => value.toUpperCase(),
);

/** Query parameters that filter collected reports. */
export const reportFilters = {
  ids: z
    .string()
    .max(8_000)
    .transform((text) => [...new Set(text.split(",").map((id) => id.trim()))])
    .pipe(z.array(uuidParam).min(1).max(MAX_IDS))
    .optional()
    .meta({
      description: `Return only these reports; up to ${MAX_IDS} identifiers, separated by commas.`,
      example: "00000000-0000-4000-8000-000000000000",
    }),
  status: intakeStateSchema.optional(),
  q: searchParam(
    "A text that title, publisher, URL or summary contains, literally and in any case.",
  ),
  source_id: uuidParam.optional(),
  import_id: uuidParam.optional(),
  analysis_status: z.enum(ANALYSIS_STATES).optional().meta({
    description: "Return only reports whose analysis has this status.",
    example: "failed",
  }),
  names: listParam(
    namedIdParam,
    "Return only reports that name this group, software, technique (or one of its sub-techniques) or CVE, or all of several.",
    "G0016",
  ),
  has: listParam(
    z.enum(REASONS),
    "Return only reports that name something of this kind, or of all of several; `new_techniques` are those that no session has.",
    "new_techniques",
  ),
  since: sinceParam("reports that came in at this time"),
  until: untilParam("reports that came in at this time"),
};

/** The order of a list. */
export const sortParam = z.enum(REPORT_ORDERS).default("newest").meta({
  description: "Order of the list: newest first, or most worth reading first.",
});
