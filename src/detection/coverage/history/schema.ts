import { z } from "zod";

const version = (description: string) => z.string().meta({ description, example: "19.1" });

export const coverageHistorySchema = z
  .object({
    domain: z.string().meta({
      description: "Domain of the techniques.",
      example: "enterprise-attack",
    }),
    version: version("Current release of the domain."),
    technique_count: z.int().min(0).meta({
      description: "Number of techniques of the current release.",
      example: 697,
    }),
    days: z
      .array(
        z.object({
          day: z.string().meta({ description: "The day (UTC).", example: "2026-11-22" }),
          version: version("Release whose techniques were counted on that day."),
          counts: z.record(z.string(), z.int()).meta({
            description: "Number of techniques by coverage state, as counted last on that day.",
            example: { detected: 12, rule_without_data: 5, data_without_rule: 9, blind: 671 },
          }),
        }),
      )
      .meta({ description: "Days with a snapshot, in order; a day without one has no entry." }),
  })
  .meta({ id: "CoverageHistory" });
export type CoverageHistory = z.output<typeof coverageHistorySchema>;
