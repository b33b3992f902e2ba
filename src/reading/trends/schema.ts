import { z } from "zod";
import { DATED_BY } from "../entities/report-day.ts";
import { PERIOD_LENGTHS, SUBJECT_KINDS, SUBJECT_REVIEWS } from "../sessions/subjects/vocabulary.ts";

const day = (description: string, example = "2026-11-16") =>
  z.string().meta({ description, example });
const count = (description: string, example = 3) => z.int().min(0).meta({ description, example });
const subjectId = z.string().meta({
  description: "ATT&CK id, or the identifier of the vulnerability.",
  example: "T1059.001",
});
const name = z.string().meta({ description: "Name of the item.", example: "PowerShell" });
const firstSeen = day("Day of the first report that names it, of all that are stored.");
const pending = count(
  "Number of analyses that are not counted yet, after an upgrade or a new release.",
  0,
);
const domain = z.string().meta({
  description: "Domain of the analyses.",
  example: "enterprise-attack",
});
const datedBy = z.enum(DATED_BY).meta({
  description:
    "What the day of the report is taken from: its publication, its last revision, the latest activity that it describes, or its analysis.",
  example: "published",
});

export const trendsSchema = z
  .object({
    domain,
    of: z.enum(SUBJECT_KINDS).meta({ description: "What is counted.", example: "techniques" }),
    review: z.enum(SUBJECT_REVIEWS).meta({
      description: "Which techniques count.",
      example: "unrejected",
    }),
    by: z.enum(PERIOD_LENGTHS).meta({ description: "Length of a period.", example: "week" }),
    since: day("First day of the span, which begins a period."),
    until: day("Last day of the span.", "2026-11-22"),
    previous_since: day("First day of the span before, which has as many days.", "2026-11-09"),
    periods: z
      .array(
        z.object({
          since: day("First day of the period."),
          until: day("Last day of the period.", "2026-11-22"),
          reports: count("Number of its reports.", 12),
        }),
      )
      .meta({ description: "Periods of the span, in order." }),
    reports: count("Number of reports of the span.", 12),
    dated_by: z
      .object({
        published: count("Reports dated by their publication.", 9),
        revised: count("Reports dated by their last revision.", 1),
        activity: count("Reports dated by the latest activity that they describe.", 1),
        analysed: count("Reports that print no date and are dated by their analysis.", 1),
      })
      .meta({ description: "How many reports of the span take their day from what." }),
    item_count: count("Number of different items in the span.", 84),
    items: z
      .array(
        z.object({
          id: subjectId,
          name,
          total: count("Number of reports of the span that name it.", 5),
          previous: count("The same number of the span before.", 2),
          first_seen: firstSeen,
          counts: z.array(z.int().min(0)).meta({
            description: "Number of reports that name it, for each of the periods.",
            example: [0, 2, 3],
          }),
        }),
      )
      .meta({ description: "Items that most reports name, those first." }),
    pending,
  })
  .meta({ id: "Trends" });
export type Trends = z.output<typeof trendsSchema>;

const newList = z
  .object({
    count: count("Number of all that are new.", 1),
    items: z
      .array(
        z.object({
          id: subjectId,
          name,
          first_seen: firstSeen,
          reports: count("Number of reports that name it.", 1),
          session_id: z.uuid().meta({
            description: "Session of its first report.",
            example: "01a2049f-a897-718e-8ed4-2b62f6238151",
          }),
        }),
      )
      .meta({ description: "Those of most reports, those first." }),
  })
  .meta({ id: "NewItems" });

export const newSchema = z
  .object({
    domain,
    since: day("First day of the span."),
    until: day("Last day of the span: today.", "2026-11-22"),
    techniques: newList.meta({ description: "Techniques whose first report is of these days." }),
    groups: newList.meta({ description: "Groups whose first report is of these days." }),
    software: newList.meta({ description: "Software whose first report is of these days." }),
    vulnerabilities: newList.meta({
      description: "Vulnerabilities whose first report is of these days.",
    }),
    pending,
  })
  .meta({ id: "NewInReports" });
export type NewInReports = z.output<typeof newSchema>;

export const trendReportSchema = z
  .object({
    session_id: z.uuid().meta({
      description: "Identifier of the session.",
      example: "01a2049f-a897-718e-8ed4-2b62f6238151",
    }),
    title: z.string().meta({
      description: "Title of the report.",
      example: "Phishing at two banks",
    }),
    day: day("Day that the report counts for."),
    dated_by: datedBy,
    accepted: z.boolean().nullable().meta({
      description: "Whether a person accepted the technique; null for what has no verdict.",
      example: true,
    }),
  })
  .meta({ id: "TrendReport" });
