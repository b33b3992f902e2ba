import { z } from "zod";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import { growingListQuery, wholeNumberParam } from "../../platform/http/pagination.ts";
import { PERIOD_LENGTHS, SUBJECT_KINDS, SUBJECT_REVIEWS } from "../sessions/subjects/vocabulary.ts";

/** Periods begin before a day and end after it; dates of other years have no ten characters there. */
const hasFourDigits = (date: string) => date >= "1000" && date < "9999";

const date = z.iso
  .date("must be a date such as 2026-11-22")
  .refine(hasFourDigits, "must be in the years 1000 to 9998");

const day = (description: string, example: string) =>
  date.optional().meta({ description, example });

const domain = z.string().max(64).default(DEFAULT_DOMAIN).meta({
  description: "Domain of the analyses. Default: enterprise-attack.",
  example: "enterprise-attack",
});

const counted = {
  domain,
  of: z.enum(SUBJECT_KINDS).default("techniques").meta({
    description: "What is counted.",
    example: "techniques",
  }),
  review: z.enum(SUBJECT_REVIEWS).default("unrejected").meta({
    description:
      "Which techniques count: all that nobody rejected, only `accepted` ones, or only those that are still `unreviewed`. Groups, software and vulnerabilities have no verdict and take only `unrejected`.",
    example: "unrejected",
  }),
};

const hasVerdicts = ({ of, review }: { of: string; review: string }) =>
  of === "techniques" || review === "unrejected";
const NO_VERDICT = { error: "only techniques have a verdict", path: ["review"] };

export const trendsQuerySchema = z
  .object({
    ...counted,
    by: z.enum(PERIOD_LENGTHS).default("week").meta({
      description:
        "Length of a period: weeks begin on Monday, months and years are those of the calendar.",
      example: "week",
    }),
    since: z
      .union([z.literal("first"), date], {
        error: "must be `first` or a date such as 2026-11-22, in the years 1000 to 9998",
      })
      .optional()
      .meta({
        description:
          "First day of the span, or `first` for the day of the first report; the answer begins with the period that it is in. Default: twelve periods.",
        example: "2026-09-01",
      }),
    until: day("Last day of the span. Default: today.", "2026-11-22"),
    limit: wholeNumberParam(1, 200).default(20).meta({
      description: "Number of ranked items.",
      example: 20,
    }),
  })
  .refine(hasVerdicts, NO_VERDICT);
export type TrendsQuery = z.output<typeof trendsQuerySchema>;

export const newQuerySchema = z.object({
  domain,
  days: wholeNumberParam(1, 366).default(7).meta({
    description: "Number of days, with today.",
    example: 7,
  }),
  limit: wholeNumberParam(1, 200).default(50).meta({
    description: "Most items of each kind.",
    example: 50,
  }),
});
export type NewQuery = z.output<typeof newQuerySchema>;

export const trendReportsQuerySchema = z
  .object({
    ...counted,
    id: z.string().trim().min(1).max(64).toUpperCase().meta({
      description: "Identifier of the technique, group, software or vulnerability.",
      example: "T1059.001",
    }),
    since: day("First day of the reports.", "2026-11-16"),
    until: day("Last day of the reports.", "2026-11-22"),
    ...growingListQuery,
  })
  .refine(hasVerdicts, NO_VERDICT);
export type TrendReportsQuery = z.output<typeof trendReportsQuerySchema>;
