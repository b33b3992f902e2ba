import { z } from "zod";
import { DATED_BY } from "../entities/report-day.ts";

const timelineEventSchema = z
  .object({
    date: z.string().meta({
      description: "Date in ISO 8601, as exactly as the report says it.",
      example: "2026-05",
    }),
    end: z.string().nullable().meta({
      description: "Last date of a period; null for a single date.",
      example: null,
    }),
    role: z.enum(DATED_BY).meta({
      description:
        "Whether the report was published, revised or analyzed then, or the adversary was active. A report has an event of its analysis only if it prints no other date of its own.",
      example: "activity",
    }),
    session_id: z.uuid().meta({
      description: "Identifier of the session.",
      example: "01a2049f-a897-718e-8ed4-2b62f6238151",
    }),
    passage: z
      .object({
        text: z.string().meta({
          description: "Sentence of the report that has the date.",
          example: "The first mails were sent in May 2026.",
        }),
        start: z.int().meta({ description: "Start in the stored text.", example: 120 }),
        end: z.int().meta({ description: "End in the stored text.", example: 158 }),
      })
      .nullable()
      .meta({ description: "The first passage with the date; null if there is none." }),
  })
  .meta({ id: "TimelineEvent" });
export type TimelineEvent = z.output<typeof timelineEventSchema>;

export const timelineSchema = z
  .object({
    events: z.array(timelineEventSchema).meta({
      description: "Events by date; up to 500, those of the most recent dates.",
    }),
    event_count: z.int().meta({ description: "Number of all events.", example: 12 }),
  })
  .meta({ id: "DossierTimeline" });
export type Timeline = z.output<typeof timelineSchema>;
