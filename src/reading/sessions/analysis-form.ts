import { z } from "zod";

/** The form of an analysis; an empty field counts as absent. */
export const analysisFormSchema = z.object({
  provider: z.string().max(64).optional().meta({
    description: "Slot of the provider: provider_a (default), provider_b or provider_c.",
    pattern: "^(provider_[abc])?$",
  }),
  domain: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Domain of the knowledge base (default enterprise-attack)." }),
  version: z
    .string()
    .max(32)
    .optional()
    .meta({ description: "Ingested release (default: the current release)." }),
  name: z.string().max(255, "must have at most 255 characters").optional().meta({
    description: "Name of the session.",
    example: "Phishing at two banks",
  }),
  text: z.string().optional().meta({
    description: "Text of the report, at most 1,000,000 characters.",
    example: "The mail carried a PowerShell downloader that dumped credentials from LSASS memory.",
  }),
  file: z
    .union([z.file(), z.literal("")], "must be sent as a file")
    .optional()
    .meta({
      type: "string",
      format: "binary",
      description: "Report as a PDF, DOCX, HTML or TXT file, at most 25 MiB.",
    }),
  url: z.string().max(2048, "must have at most 2048 characters").optional().meta({
    description:
      "Address of the report (a web page, PDF, DOCX or TXT), which is fetched; instead of `text` and `file`.",
  }),
});
/** Forms as they are sent; `text` or `file`, or `url`. */
export const ANALYSIS_EXAMPLES = {
  text: {
    summary: "A text",
    value: {
      name: "Phishing at two banks",
      text: "The mail carried a PowerShell downloader that dumped credentials from LSASS memory.",
    },
  },
  url: {
    summary: "A web page",
    value: { url: "https://blog.example.com/2026/a-report" },
  },
};

export type AnalysisForm = z.output<typeof analysisFormSchema>;
