import { z } from "zod";

/** The form of an analysis; an empty field counts as absent. */
export const analysisFormSchema = z.object({
  provider: z.string().max(64).optional().meta({
    description: "provider_a (default), provider_b or provider_c.",
    pattern: "^(provider_[abc])?$",
  }),
  domain: z.string().max(64).optional().meta({ description: "Default enterprise-attack." }),
  version: z.string().max(32).optional().meta({ description: "Default: the current release." }),
  name: z.string().max(255, "must have at most 255 characters").optional().meta({
    description: "Name of the session.",
    example: "Phishing at two banks",
  }),
  text: z.string().optional().meta({ description: "The report, at most 1,000,000 characters." }),
  file: z
    .union([z.file(), z.literal("")], "must be sent as a file")
    .optional()
    .meta({ type: "string", format: "binary", description: "PDF, DOCX or TXT, at most 25 MiB." }),
});
export type AnalysisForm = z.output<typeof analysisFormSchema>;
