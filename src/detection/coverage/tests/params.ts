import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { growingListQuery } from "../../../platform/http/pagination.ts";
import { sinceParam, untilParam, uuidParam } from "../../../platform/http/params.ts";
import { MAX_EVENTS_CHARS, MAX_NOTE_CHARS, TEST_RESULTS } from "./vocabulary.ts";

/** Text that can be stored and shown: no lone surrogates, no NUL. */
const shownText = z.string().transform((text) => text.toWellFormed().replaceAll("\0", ""));

const rule_id = uuidParam.nullable().meta({
  description: "Rule that was tested; null for none in particular.",
});
const result = z.enum(TEST_RESULTS).meta({
  description:
    "`detected`: an alert was raised; `blocked`: the activity was prevented; `missed`: neither.",
  example: "detected",
});
const tested_at = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    "must be a date such as 2026-01-31, or a date and time such as 2026-01-31T00:00:00Z",
  )
  .meta({
    description:
      "When the test ran; now if left out. A date without a time counts from its first moment (UTC), today counts as now.",
    example: "2026-11-22T14:30:00Z",
  });
const events = z
  .union([
    z.int().min(0).transform(String),
    shownText.pipe(
      z.string().max(MAX_EVENTS_CHARS, `must have at most ${MAX_EVENTS_CHARS} characters`),
    ),
  ])
  .meta({
    description: `Number of the events that were seen, or a reference to them of at most ${MAX_EVENTS_CHARS} characters.`,
    example: 3,
  });
const note = shownText.pipe(z.string().max(MAX_NOTE_CHARS)).meta({
  description: "Note by an analyst.",
  example: "Atomic test 1 on a lab host.",
});

export const newTestSchema = z
  .object({
    attack_id: techniqueIdParam,
    domain: z.string().max(64).optional().meta({
      description: "Domain of the technique (default enterprise-attack).",
      example: "enterprise-attack",
    }),
    rule_id: rule_id.optional(),
    result,
    tested_at: tested_at.optional(),
    events: events.optional(),
    note: note.optional(),
  })
  .meta({ id: "CoverageTestInput" });
export type NewTest = z.output<typeof newTestSchema>;

export const testChangeSchema = z
  .object({ rule_id, result, tested_at, events, note })
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: "must name at least one field to change",
  })
  .meta({ id: "CoverageTestChange" });
export type TestChange = z.output<typeof testChangeSchema>;

const testQuerySchema = z.object({
  ...growingListQuery,
  attack_id: techniqueIdParam.optional(),
  domain: z.string().max(64).optional().meta({ description: "Domain of the technique." }),
  rule_id: uuidParam.optional().meta({ description: "Rule that was tested." }),
  result: z.enum(TEST_RESULTS).optional().meta({
    description: "Return only tests that ended like this.",
  }),
  since: sinceParam("tests that ran then"),
  until: untilParam("tests that ran then"),
});
export const testQuery = testQuerySchema;
export type TestQuery = z.output<typeof testQuerySchema>;
