import { z } from "zod";
import { CHANNEL_KINDS } from "./channels.ts";
import { DETECTION_MODELS } from "./detection-index.ts";
import { COVERAGES } from "./inventory.ts";

const release = { domain: z.string(), version: z.string() };
const description = z.string().nullable().meta({
  description: "Description as published; null in the release shipped with the program.",
});
const covered = z.enum(COVERAGES).nullable().meta({
  description:
    "How much of it `log_sources` has; null without `log_sources`, or where nothing is named.",
});

const component = z.object({
  attack_id: z
    .string()
    .nullable()
    .meta({ description: "Null before ATT&CK 18, which gave them none.", example: "DC0032" }),
  name: z.string().meta({ example: "Process Creation" }),
});

const channelFields = {
  channel: z.string().nullable().meta({
    description:
      "Channel as published; null where there is none. The release shipped with the program leaves out channels that are sentences (`prose`).",
    example: "EventCode=3, 22",
  }),
  channel_kind: z.enum(CHANNEL_KINDS),
  event_codes: z
    .array(z.int())
    .meta({ description: "Windows event codes that the channel lists.", example: [3, 22] }),
};

const logSourceReference = z.object({
  component: component
    .nullable()
    .meta({ description: "Null where the release does not have the data component." }),
  name: z.string().meta({ example: "WinEventLog:Sysmon" }),
  ...channelFields,
  covered,
});

const analytic = z.object({
  attack_id: z.string().meta({ example: "AN0271" }),
  stix_id: z.string(),
  name: z.string(),
  description,
  platforms: z.array(z.string()),
  log_sources: z.array(logSourceReference),
  mutable_elements: z
    .array(z.object({ field: z.string(), description }))
    .meta({ description: "What has to be set for the own environment." }),
  covered,
});

const model = z.enum(DETECTION_MODELS).meta({
  description:
    "What the release says: `detection_strategies` since ATT&CK 18, `data_sources` before, `none`; `not_stored` if an earlier version of the program ingested it without.",
});

export const detectionSchema = z
  .object({
    attack_id: z.string().meta({ example: "T1059.001" }),
    name: z.string(),
    ...release,
    model,
    log_source_count: z.int().nullable().meta({
      description: "Number of different entries in `log_sources`; null without it.",
    }),
    strategies: z.array(
      z.object({
        attack_id: z.string().meta({ example: "DET0097" }),
        stix_id: z.string(),
        name: z.string(),
        url: z.string().nullable(),
        analytics: z.array(analytic),
      }),
    ),
    data_sources: z
      .array(
        z.object({
          attack_id: z.string().nullable().meta({ example: "DS0009" }),
          name: z.string(),
          platforms: z.array(z.string()),
          components: z.array(component.extend({ description, covered })),
        }),
      )
      .meta({ description: "Of releases before 18, instead of strategies." }),
  })
  .meta({ id: "TechniqueDetection" });

export const mitigationSchema = z
  .object({
    attack_id: z.string().meta({ example: "M1049" }),
    stix_id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    description,
    use: z.string().nullable().meta({
      description:
        "How the mitigation works against the technique, as published; null if not published.",
    }),
  })
  .meta({ id: "TechniqueMitigation" });

export const logSourceSchema = z
  .object({
    name: z.string().meta({ example: "WinEventLog:Sysmon" }),
    kind: z.enum(["log_source", "data_source"]).meta({
      description: "`data_source` in releases before 18, which name no log sources.",
    }),
    ...release,
    channels: z.array(z.object(channelFields)),
    components: z.array(component),
    platforms: z.array(z.string()).meta({
      description: "Platforms of the analytics that need it, or of the data source.",
    }),
    techniques: z.array(z.string()).meta({
      description: "Sorted IDs of the techniques that need it for their detection.",
      example: ["T1059.001"],
    }),
  })
  .meta({ id: "LogSource" });

export type TechniqueDetection = z.output<typeof detectionSchema>;
export type TechniqueMitigation = z.output<typeof mitigationSchema>;
export type LogSource = z.output<typeof logSourceSchema>;
