import { z } from "zod";

/** An event in MISP's core format. MISP defines its content. */
export const mispEventSchema = z
  .object({
    Event: z
      .looseObject({
        uuid: z
          .string()
          .meta({ description: "Identifier of the event, which is that of the session." }),
        info: z
          .string()
          .meta({ description: "Title of the report.", example: "Phishing at two banks" }),
      })
      .meta({ description: "The event, as MISP reads it." }),
  })
  .meta({ id: "MispEvent" });
