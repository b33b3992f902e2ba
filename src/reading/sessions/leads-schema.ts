import { z } from "zod";
import { SIMILARITY_MODES } from "../../knowledge/comparison/measure.ts";
import { groupLeadSchema, namedGroupSchema } from "../../knowledge/comparison/schema.ts";

/** What an answer tells of groups, beside the names that stand in the report. */
export const leadFields = {
  named_groups: z.array(namedGroupSchema).meta({
    description:
      "Groups that the report names, most mentioned first, and which of the techniques each is known for. A report may name a group for comparison only.",
  }),
  apt_matches: z.array(groupLeadSchema).meta({
    description:
      "The ten groups that work most like the session, rejected techniques left out; none for less than five techniques. Overlap is a lead, not an attribution.",
  }),
  apt_matches_mode: z.enum(SIMILARITY_MODES).meta({
    description: "Measure by which `apt_matches` is ordered.",
    example: "mixed",
  }),
  apt_matches_version: z.string().nullable().meta({
    description:
      "Release whose groups were compared: that of the analysis, or the current one if it was removed; null if there is none.",
    example: "19.1",
  }),
  apt_matches_reason: z.string().nullable().meta({
    description: "Why `apt_matches` is empty; null if it is not.",
    example: null,
  }),
};
