import { z } from "zod";
import { ANALYSIS_MODES } from "../analyser/strictness.ts";

/** How to analyze a session again, where it is not as before. */
export const otherModeParam = z
  .enum(ANALYSIS_MODES)
  .optional()
  .meta({ description: "Default: the mode of the session." });

/** The slot that is to analyze a session again, where it is not the session's own. */
export const otherProviderParam = z
  .string()
  .max(64)
  .optional()
  .meta({ description: "Default: the provider of the session." });
