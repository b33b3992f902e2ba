import { z } from "zod";
import { readDetection } from "../../../knowledge/attack/detections/read-detection.ts";
import { groupIdParam, techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { readCoverage } from "../../../detection/coverage/states/read-coverage.ts";
import { COVERAGE_STATES, DETECTIONS } from "../../../detection/coverage/states/vocabulary.ts";
import { cutPage } from "../cursor.ts";
import { pageArgs, pageFields, releaseArgs, uuidParam } from "../params.ts";
import { defineTool } from "../tool.ts";
import { openSession } from "./sessions.ts";

const logSource = z.object({
  name: z.string(),
  channel: z.string().nullable(),
  component: z.object({ name: z.string() }).nullable(),
});

const getDetection = defineTool({
  name: "get_detection",
  title: "Get how a technique is detected",
  description:
    "Returns the detection strategies of a technique with their analytics and the log sources that each reads.",
  role: "viewer",
  input: z.strictObject({ attack_id: techniqueIdParam, ...releaseArgs }),
  output: z.object({
    attack_id: z.string(),
    name: z.string(),
    version: z.string(),
    strategies: z.array(
      z.object({
        attack_id: z.string(),
        name: z.string(),
        analytics: z.array(
          z.object({
            attack_id: z.string(),
            description: z.string().nullable(),
            platforms: z.array(z.string()),
            log_sources: z.array(logSource),
          }),
        ),
      }),
    ),
    data_sources: z.array(z.object({ name: z.string(), components: z.array(z.string()) })).meta({
      description: "Of releases before ATT&CK 18, instead of strategies.",
    }),
  }),
  run: async ({ deps }, { attack_id: attackId, ...query }) => {
    const found = await readDetection(deps, query, attackId);
    return {
      ...found,
      data_sources: found.data_sources.map(({ name, components }) => ({
        name,
        components: components.map((component) => component.name),
      })),
    };
  },
  describe: ({ attack_id: id, name, strategies }) =>
    [
      `${id} ${name}: ${strategies.length} detection strategies.`,
      ...strategies.flatMap(({ analytics }) =>
        analytics.map(
          (one) =>
            `${one.attack_id} (${one.platforms.join(", ")}): ${[...new Set(one.log_sources.map((source) => source.name))].join(", ")}`,
        ),
      ),
    ].join("\n"),
});

const counts = z.object({
  proven: z.int(),
  should_fire: z.int(),
  rule_without_data: z.int(),
  data_without_rule: z.int(),
  blind: z.int(),
});

const getCoverage = defineTool({
  name: "get_coverage",
  title: "Get the coverage of a report",
  description:
    "Returns what the team would detect of a report, a group or a set of techniques, from its enabled rules, log sources and recorded tests.",
  role: "viewer",
  limit: "computations",
  input: z.strictObject({
    session_id: uuidParam.optional().meta({ description: "Analyzed report." }),
    group_id: groupIdParam.optional(),
    technique_ids: z.array(techniqueIdParam).min(1).max(2000).optional(),
    state: z.enum(COVERAGE_STATES).optional().meta({
      description: "Return only techniques in this state; the summary counts all.",
    }),
    domain: z.string().max(64).optional(),
    version: releaseArgs.version,
    ...pageArgs(50, 200),
  }),
  output: z.object({
    version: z.string(),
    summary: counts,
    ...pageFields(
      "techniques",
      z.object({
        attack_id: z.string(),
        name: z.string(),
        state: z.enum(COVERAGE_STATES),
        detection: z.enum(DETECTIONS).nullable().meta({
          description: "`proven` by a test or a sample, or `should_fire`; null unless detected.",
        }),
        rule_count: z.int(),
        missing_log_sources: z.array(z.string()),
      }),
    ),
  }),
  run: async (
    { deps },
    { cursor, limit, state, session_id: session, group_id: group, ...query },
  ) => {
    if (session !== undefined) await openSession(deps, session);
    const asked = {
      ...query,
      demand: "any" as const,
      session_id: session === undefined ? undefined : [session],
      group_id: group === undefined ? undefined : [group],
      layer_id: undefined,
      campaign_id: undefined,
      platforms: undefined,
    };
    const { version, summary, techniques } = await readCoverage(deps, asked);
    const wanted = techniques.filter((one) => state === undefined || one.state === state);
    const { items, next_cursor } = cutPage("coverage", wanted, { cursor, limit });
    return {
      version,
      summary,
      total: wanted.length,
      next_cursor,
      techniques: items.map((one) => ({
        ...one,
        missing_log_sources: one.log_sources
          .filter(({ covered }) => covered === "none")
          .map(({ name }) => name),
      })),
    };
  },
  describe: ({ summary, techniques }) =>
    [
      `Proven ${summary.proven}, should fire ${summary.should_fire}, rule without data ${summary.rule_without_data}, data without rule ${summary.data_without_rule}, blind ${summary.blind}.`,
      ...techniques.map(({ attack_id: id, name, state }) => `${id} ${name}: ${state}`),
    ].join("\n"),
});

export const detectionTools = [getDetection, getCoverage];
