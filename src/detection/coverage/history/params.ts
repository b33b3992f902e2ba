import { z } from "zod";

const day = (description: string, example: string) =>
  z.iso.date("must be a date such as 2026-11-22").optional().meta({ description, example });

export const historyQuerySchema = z.object({
  domain: z.string().max(64).optional().meta({
    description: "Domain. Default: enterprise-attack.",
    example: "enterprise-attack",
  }),
  since: day("First day of the span. Default: a year before the last one.", "2026-09-01"),
  until: day("Last day of the span. Default: today.", "2026-11-22"),
});
export type HistoryQuery = z.output<typeof historyQuerySchema>;
