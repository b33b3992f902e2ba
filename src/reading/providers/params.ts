import { z } from "zod";

/** The slot that is to analyse a session again, where it is not the session's own. */
export const otherProviderParam = z
  .string()
  .max(64)
  .optional()
  .meta({ description: "Default: the provider of the session." });
