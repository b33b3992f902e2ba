import { z } from "zod";
import { ANALYSIS_MODES } from "../analyser/strictness.ts";

/** Response fields for the strictness of a session's analysis. */
export const strictnessFields = {
  mode: z.enum(ANALYSIS_MODES).meta({
    description:
      "How sure the embedded analyzer had to be of a finding; balanced in older sessions.",
    example: "balanced",
  }),
  min_confidence: z.number().min(0).max(1).nullable().meta({
    description:
      "Threshold that the analysis was asked for, instead of that of the mode; null if there was none.",
    example: null,
  }),
};
