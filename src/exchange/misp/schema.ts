import { z } from "zod";
import { uuidParam } from "../../platform/http/params.ts";

/** `manifest.json` of a feed. */
export const manifestSchema = z
  .record(
    z.uuid(),
    z.looseObject({
      info: z
        .string()
        .meta({ description: "Title of the report.", example: "Phishing at two banks" }),
      timestamp: z.string().meta({
        description:
          "Time of the last change in seconds since 1970; MISP reads the event again when it is later.",
        example: "1795860000",
      }),
    }),
  )
  .meta({ id: "MispManifest" });

export const pushSchema = z
  .object({
    session_id: uuidParam.meta({ description: "Identifier of the report." }),
    include_red: z.boolean().default(false).meta({
      description:
        "Whether a report may be sent that is marked TLP:RED. Without it, it is not sent.",
    }),
  })
  .meta({ id: "MispPush" });

export const pushedSchema = z
  .object({
    outcome: z.enum(["added", "updated", "unchanged"]).meta({
      description: "Whether the event is new there, was updated, or was up to date.",
      example: "added",
    }),
    event_url: z.string().meta({
      description: "Address of the event on the MISP server.",
      example: "https://misp.example.org/events/view/00000000-0000-4000-8000-000000000000",
    }),
    attributes: z.int().meta({ description: "Number of attributes of the event.", example: 12 }),
    tags: z.int().meta({
      description: "Number of tags, which are galaxy clusters and the marking.",
      example: 9,
    }),
    notes: z
      .int()
      .meta({ description: "Number of analyst notes, one for each technique.", example: 7 }),
  })
  .meta({ id: "MispPushed" });

export const serverSchema = z
  .object({
    host: z.string().nullable().meta({
      description: "Host of the MISP server; null if none is configured.",
      example: "misp.example.org",
    }),
  })
  .meta({ id: "MispServer" });
