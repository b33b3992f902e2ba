import { z } from "zod";
import { coverageSchema } from "../states/schema.ts";

const { domain, version, platforms, demand, sets, unknown_techniques, left_out, warnings } =
  coverageSchema.shape;

const share = z.number().min(0).max(1).meta({
  description: "Share of the techniques that have data then.",
});

const step = z
  .object({
    step: z.int().min(1).meta({ description: "Number of the step, from 1." }),
    name: z.string().meta({ example: "WinEventLog:Sysmon" }),
    channel: z.string().nullable().meta({
      description: "Channel to collect, of several event codes one; null where there are none.",
      example: "EventCode=3",
    }),
    components: z.array(z.string()),
    platforms: z.array(z.string()).meta({
      description: "Platforms of the analytics that read it; empty: any.",
    }),
    gained: z.int().meta({
      description:
        "Number of techniques that get data by it. 0 only with `demand=all`, where it is needed for a later step.",
    }),
    techniques: z
      .array(z.string())
      .meta({ description: "IDs of the techniques that get data by it." }),
    rules_gained: z.int().meta({
      description:
        "Number of enabled rules of the asked techniques that get telemetry by it and had none before.",
    }),
    seen_after: z.int().meta({ description: "Number of techniques with data after this step." }),
    share,
  })
  .meta({ id: "CollectNextStep" });

export const collectNextSchema = z
  .object({
    domain,
    version,
    platforms,
    demand,
    sets,
    technique_count: z.int().meta({ description: "Number of techniques that were asked for." }),
    seen: z.int().meta({ description: "Number of them with data already." }),
    share: share.meta({ description: "Share of the techniques that have data already." }),
    steps: z.array(step).meta({ description: "In the order in which they gain most." }),
    unreachable: z.array(z.string()).meta({
      description: "IDs of techniques that no analytic of the release reads a log source for.",
    }),
    unknown_techniques,
    left_out,
    warnings,
  })
  .meta({ id: "CollectNext" });

export type CollectNext = z.output<typeof collectNextSchema>;
