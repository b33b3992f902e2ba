import { z } from "zod";
import { requireAgreement } from "../../knowledge/attack/params.ts";
import { ANALYSIS_MODES } from "../analyser/strictness.ts";

const NO_MODE = `must be one of ${ANALYSIS_MODES.join(", ")}`;
const NO_CONFIDENCE = "must be a number from 0 to 1, such as 0.5";

/** The form of an analysis. An empty field counts as absent. */
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
  mode: z
    .enum([...ANALYSIS_MODES, ""], NO_MODE)
    .optional()
    .meta({
      enum: [...ANALYSIS_MODES],
      default: "balanced",
      description:
        "How sure the embedded analyzer must be: precision (at least 0.7), balanced (default; the threshold of its model) or recall (a third of that). In judged mode, the embedded analyzer proposes, and the language model of the slot decides on each passage.",
      example: "balanced",
    }),
  min_confidence: z
    .string(NO_CONFIDENCE)
    .transform((text) => (text.trim() === "" ? undefined : Number(text)))
    .pipe(z.number(NO_CONFIDENCE).min(0, NO_CONFIDENCE).max(1, NO_CONFIDENCE).optional())
    .optional()
    .meta({
      type: "number",
      minimum: 0,
      maximum: 1,
      description:
        "Threshold for findings of any provider, from 0 to 1, instead of that of the mode; less sure techniques are in `candidates`.",
      example: 0.5,
    }),
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

/** The fields other than text and file, which have separate limits. */
export const FORM_FIELDS = Object.keys(analysisFormSchema.shape).filter(
  (name) => name !== "text" && name !== "file",
);

/** Example forms with `text` or `file`, or `url`. */
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
  recall: {
    summary: "A text of which little should be missed",
    value: {
      mode: "recall",
      text: "The mail carried a PowerShell downloader that dumped credentials from LSASS memory.",
    },
  },
};

export type AnalysisForm = z.output<typeof analysisFormSchema>;

/**
 * Adds the query parameters to the form. An empty field of the form counts as absent.
 * @throws AppError `validation_error` if form and query have different values
 */
export function withQuery(
  form: AnalysisForm,
  query: Partial<Pick<AnalysisForm, "provider" | "version" | "mode">>,
): AnalysisForm {
  return {
    ...form,
    provider: requireAgreement("provider", form.provider || undefined, query.provider),
    version: requireAgreement("version", form.version || undefined, query.version),
    mode: requireAgreement("mode", form.mode || undefined, query.mode),
  };
}
