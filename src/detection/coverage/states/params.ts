import { z } from "zod";
import {
  campaignIdParam,
  groupIdParam,
  techniqueIdParam,
  versionParam,
} from "../../../knowledge/attack/params.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { cleanLine } from "../../../platform/lib/clean-text.ts";
import { DEMANDS, MAX_SETS, MAX_TECHNIQUES } from "./vocabulary.ts";

/** Creates a query parameter that may be repeated and may have comma-separated values. */
export function repeatedParam<T extends z.ZodType<string, string>>(
  item: T,
  most: number,
  description: string,
) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => {
      const all = (Array.isArray(given) ? given : [given]).flatMap((text) => text.split(","));
      return [...new Set(all.map((one) => one.trim()).filter((one) => one !== ""))];
    })
    .pipe(z.array(item).min(1, "must not be empty").max(most))
    .transform((all) => [...new Set(all)])
    .optional()
    .meta({ description: `${description} May be repeated, or several between commas.` });
}

const platform = z.string().max(64).transform(cleanLine);

/** Parameters of coverage: sets of techniques, a release, platforms, and the required amount of data. */
export const coverageQuery = {
  session_id: repeatedParam(uuidParam, MAX_SETS, "Session, without its rejected techniques."),
  layer_id: repeatedParam(uuidParam, MAX_SETS, "Saved layer."),
  group_id: repeatedParam(groupIdParam, MAX_SETS, "Group, with the techniques that it uses."),
  campaign_id: repeatedParam(campaignIdParam, MAX_SETS, "Campaign."),
  technique_ids: repeatedParam(techniqueIdParam, MAX_TECHNIQUES, "Technique."),
  platforms: repeatedParam(
    platform,
    20,
    "Platform; only techniques, analytics and rules of these count.",
  ),
  demand: z.enum(DEMANDS).default("any").meta({
    description:
      "`any`: data is collected where a part of what an analytic or a rule reads is; `all`: where all of it is.",
  }),
  domain: z.string().max(64).optional().meta({
    description: "Domain; that of the sessions and layers if left out, else enterprise-attack.",
    example: "enterprise-attack",
  }),
  version: versionParam.optional().meta({
    description: "Ingested release, such as 19.1; the current release if left out.",
  }),
};

const coverageQuerySchema = z.object(coverageQuery);
export type CoverageQuery = z.output<typeof coverageQuerySchema>;

/** Responses of coverage if a release or a set is missing, or a set is not ready. */
export const COVERAGE_PROBLEMS = [
  ...RELEASE_PROBLEMS,
  "not_found",
  "analysis_failed",
  "conflict",
] as const;
