import { z } from "zod";
import { COVERAGES } from "../../../knowledge/attack/detections/inventory.ts";
import { RULE_LANGUAGES } from "../../languages/vocabulary.ts";
import { RULE_TELEMETRY } from "../telemetry/rule-telemetry.ts";
import { TEST_RESULTS } from "../tests/vocabulary.ts";
import { COVERAGE_STATES, DEMANDS, DETECTIONS, RELATIONS, SET_KINDS } from "./vocabulary.ts";

const state = z.enum(COVERAGE_STATES);
const count = z.int().min(0);
export const stateCounts = z
  .object({
    detected: count.meta({ description: "Sum of `proven` and `should_fire`." }),
    proven: count,
    should_fire: count,
    rule_without_data: count,
    data_without_rule: count,
    blind: count,
  })
  .meta({ id: "CoverageCounts" });

const covered = z.enum(COVERAGES).meta({
  description: "How much of it is collected.",
});
const by = z.string().nullable().meta({
  description:
    "Entries of the inventory that it is collected by; of a rule with the channels that make it so; null for none.",
  example: "WinEventLog:Sysmon EventCode=1",
});
const place = {
  technique_id: z.string().meta({ description: "The technique that it is of.", example: "T1059" }),
  relation: z.enum(RELATIONS).meta({
    description: "Whether that is the technique itself, the one above it, or one below it.",
  }),
};

export const provingRule = z
  .object({
    rule_id: z.uuid(),
    title: z.string(),
    language: z.enum(RULE_LANGUAGES),
    level: z.string().nullable(),
    ...place,
    collected: z.enum(RULE_TELEMETRY).meta({
      description:
        "How much of what the rule reads is collected; `unknown` if it does not say what it reads.",
    }),
    by,
    fired_at: z.string().nullable().meta({
      description: "When its latest version last fired on one of its samples; null if it has not.",
    }),
  })
  .meta({ id: "CoverageRule" });

const readSource = z
  .object({
    name: z.string().meta({ example: "WinEventLog:Sysmon" }),
    channel: z.string().nullable(),
    component: z.string().nullable().meta({ example: "Process Creation" }),
    covered,
    by,
  })
  .meta({ id: "CoverageLogSource" });

const provingAnalytic = z
  .object({
    attack_id: z.string().meta({
      description: "ID of the analytic; of releases before 18 the name of the data component.",
      example: "AN0271",
    }),
    name: z.string(),
    ...place,
    platforms: z.array(z.string()),
    covered,
    log_sources: z.array(readSource),
    log_source_count: count,
  })
  .meta({ id: "CoverageAnalytic" });

const fromSet = z.object({
  kind: z.enum(SET_KINDS),
  id: z.string().nullable().meta({ description: "Null for ids that were given one by one." }),
  name: z.string().nullable(),
  confidence: z.number().optional().meta({
    description:
      "Confidence of the analysis, from 0 to 1; absent for a technique that an analyst named, and for sets other than sessions.",
  }),
});

const detection = z.enum(DETECTIONS).nullable();
const lastTest = z
  .object({
    test_id: z.uuid(),
    result: z.enum(TEST_RESULTS),
    tested_at: z.string(),
    created_by: z.string(),
  })
  .meta({ id: "CoverageLastTest" });

export const coveredTechnique = z
  .object({
    attack_id: z.string(),
    name: z.string(),
    tactics: z.array(z.string()),
    platforms: z.array(z.string()),
    state: state.meta({ description: "By its own rules, analytics and tests alone." }),
    detection: detection.meta({
      description:
        "How a `detected` technique is detected: `proven` if its most recent test detected or blocked it, or a rule fired on a sample since; `should_fire` if an enabled rule has its telemetry and nothing proved yet that it fires. Null in other states.",
    }),
    family_state: state.meta({
      description:
        "What the state would be if rules, analytics and tests of the technique above it and of those below it counted too.",
    }),
    family_detection: detection.meta({
      description: "How a technique whose `family_state` is `detected` is detected; else null.",
    }),
    last_test: lastTest.nullable().meta({
      description: "Most recent test of the technique itself; null if none is recorded.",
    }),
    test_count: count.meta({ description: "Number of recorded tests of the technique itself." }),
    rules: z.array(provingRule).meta({
      description:
        "Enabled rules: at most 20 of its own, of which `rule_count` gives the number, and 5 of the techniques above and below it.",
    }),
    rule_count: count.meta({ description: "Number of enabled rules of the technique itself." }),
    drafts: z.array(z.string()).meta({
      description: "IDs of rules of the technique itself that are drafts; they never count.",
    }),
    draft_count: count,
    disabled: z.array(z.string()).meta({
      description: "IDs of rules of the technique itself that are disabled; they never count.",
    }),
    disabled_count: count,
    analytics: z.array(provingAnalytic).meta({
      description:
        "At most 12 of its own, of which `analytic_count` gives the number, and 2 with data of the techniques above and below it.",
    }),
    analytic_count: count.meta({ description: "Number of analytics of the technique itself." }),
    log_sources: z
      .array(z.object({ name: z.string(), covered }))
      .meta({ description: "Names of the log sources that its own analytics read." }),
    from: z.array(fromSet),
  })
  .meta({ id: "CoveredTechnique" });

const setSchema = z
  .object({
    kind: z.enum(SET_KINDS),
    id: z.string().nullable(),
    name: z.string().nullable(),
    technique_count: count.meta({ description: "Number of its techniques in the release." }),
  })
  .meta({ id: "CoverageSet" });

const idList = z.array(
  z.object({
    attack_id: z.string(),
    name: z.string().nullable(),
    reason: z.string(),
  }),
);

export const coverageSchema = z
  .object({
    domain: z.string(),
    version: z.string(),
    platforms: z.array(z.string()),
    demand: z.enum(DEMANDS),
    proven_since: z.iso.date().meta({
      description:
        "Tests and samples from before this day no longer prove anything (`COVERAGE_PROVEN_DAYS`).",
      example: "2025-11-22",
    }),
    marking: z.string().nullable().meta({
      description:
        "Strictest marking (TLP 2.0) of the sessions that were asked for, where a session without a decision counts with the marking that its report prints; null without any.",
      example: "TLP:AMBER",
    }),
    marking_decided: z.boolean().meta({
      description: "Whether a person decided `marking`; false if only a report prints it.",
      example: true,
    }),
    sets: z.array(setSchema).meta({ description: "Empty: the whole release." }),
    inventory: z.object({ revision: z.int(), entries: count }),
    rules: z.object({ enabled: count, draft: count, disabled: count }).meta({
      description: "Number of rules that name a technique, by state.",
    }),
    summary: stateCounts,
    family_summary: stateCounts,
    by_tactic: z.array(
      stateCounts.extend({
        tactic: z.string().meta({ example: "execution" }),
        name: z.string(),
      }),
    ),
    techniques: z.array(coveredTechnique).meta({ description: "Sorted by ID." }),
    replaced: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .meta({ description: "Revoked IDs of the sets, and what replaces them." }),
    unknown_techniques: idList.meta({
      description: "IDs of the sets that the release does not have.",
    }),
    left_out: idList.meta({ description: "Techniques that are on none of the platforms." }),
    unmapped: z
      .array(
        z.object({
          log_source: z.string().nullable().meta({
            description:
              "The log source in the words with which an inventory can have it; null for rules that name none.",
            example: "sigma:category=application,product=opencanary",
          }),
          rule_count: count,
          enabled_count: count,
        }),
      )
      .meta({
        description:
          "Log sources of rules that neither the inventory has nor any log source of the release stands for.",
      }),
    warnings: z.array(z.string()),
  })
  .meta({ id: "Coverage" });

export type Coverage = z.output<typeof coverageSchema>;
export type CoveredTechnique = z.output<typeof coveredTechnique>;
export type ProvingRule = z.output<typeof provingRule>;
export type ProvingAnalytic = z.output<typeof provingAnalytic>;
export type StateCounts = z.output<typeof stateCounts>;
