import { z } from "zod";
import { SIMILARITY_MODES } from "../../knowledge/comparison/measure.ts";
import {
  groupLeadSchema,
  groupRowSchema,
  namedGroupSchema,
} from "../../knowledge/comparison/schema.ts";

/** Response fields about groups, in addition to the names that occur in the report. */
export const leadFields = {
  named_groups: z.array(namedGroupSchema).meta({
    description:
      "Groups that the report names, most mentioned first, and which of the techniques each is known for. A report may name a group for comparison only.",
  }),
  apt_matches: z.array(groupRowSchema).meta({
    description:
      "The ten most similar groups by Jaccard similarity, without rejected techniques. Similarity of technique sets is a lead, never an attribution.",
  }),
  apt_matches_mode: z.enum(SIMILARITY_MODES).meta({
    description: "Measure that orders `apt_matches`: always `jaccard`.",
    example: "jaccard",
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
  leads: z.array(groupLeadSchema).meta({
    description:
      "The ten most similar groups by the measure in `mode`, which counts rare techniques more, each with the reason; empty for fewer than five techniques. Similarity of technique sets is a lead, never an attribution.",
  }),
  leads_reason: z.string().nullable().meta({
    description: "Why `leads` is empty; null if it is not.",
    example: null,
  }),
};
