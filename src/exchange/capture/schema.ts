import { z } from "zod";
import { newReportSchema } from "../../pipeline/intake/schema.ts";

export const pageSchema = z
  .object({
    url: newReportSchema.shape.url.unwrap().unwrap().meta({
      description: "Address of the page, as the browser shows it.",
      example: "https://blog.example.com/2026/a-report",
    }),
    html: z.string().min(1, "must not be empty").meta({
      description: "HTML of the page, as the browser has it after its scripts ran.",
      example:
        "<!doctype html><html><body><article>The text of the report.</article></body></html>",
    }),
  })
  .meta({ id: "CapturedPage" });
export type CapturedPage = z.output<typeof pageSchema>;

export const captureSchema = z
  .object({
    report_id: z.uuid().meta({ description: "Identifier of the report in the intake." }),
    outcome: z.enum(["created", "completed", "known"]).meta({
      description:
        "`created`: a new report. `completed`: the page is a known report that had a shorter text, such as a feed's excerpt, and now has this one. `known`: nothing changed.",
      example: "created",
    }),
    title: z.string().meta({ description: "Title of what was sent.", example: "A report" }),
    attachments: z
      .array(
        z.object({
          name: z.string().meta({
            description: "Name of the attachment, as its sender gave it.",
            example: "report.pdf",
          }),
          is_read: z.boolean().meta({ description: "Whether its text is part of the report." }),
          reason: z.string().nullable().meta({
            description: "Why its text is not part of the report; null if it is.",
            example: null,
          }),
        }),
      )
      .meta({ description: "Attachments of an email; empty for a page." }),
  })
  .meta({ id: "Capture" });
export type Capture = z.output<typeof captureSchema>;
