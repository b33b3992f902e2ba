import { z } from "zod";
import { ANALYSIS_MODES } from "../analyser/strictness.ts";

/** Mode of another analysis, if it differs from the session's. */
export const otherModeParam = z
  .enum(ANALYSIS_MODES)
  .optional()
  .meta({ description: "Default: the mode of the session." });

/** Slot of another analysis, if it differs from the session's. */
export const otherProviderParam = z
  .string()
  .max(64)
  .optional()
  .meta({ description: "Default: the provider of the session." });
