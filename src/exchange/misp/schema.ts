import { z } from "zod";

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
