import { z } from "zod";
import { RELATED_KINDS } from "./vocabulary.ts";

/** A provider's output about a value, as stored: evidence in the provider's words. */
export const evidenceSchema = z.object({
  facts: z.array(
    z.object({
      name: z.string().meta({ description: "Name of the fact.", example: "Reputation" }),
      value: z.string().meta({ description: "As the provider printed it.", example: "-12" }),
    }),
  ),
  stats: z.array(
    z.object({
      name: z
        .string()
        .meta({ description: "What the provider counts, in its own word.", example: "malicious" }),
      count: z.number().meta({ description: "The number that it printed.", example: 12 }),
    }),
  ),
  reported_by: z.array(
    z.object({
      name: z.string().meta({
        description: "Engine, author or reporter that the provider names.",
        example: "Example AV",
      }),
      said: z.string().nullable().meta({
        description: "Statement of the reporter in its own words; null if there is none.",
        example: "Trojan.Example",
      }),
      at: z.string().nullable().meta({
        description: "When it said so; null if not given.",
        example: "2026-11-20T09:00:00.000Z",
      }),
      link: z.string().nullable().meta({
        description: "Page of its report; null if there is none.",
        example: "https://threatfox.abuse.ch/ioc/41/",
      }),
    }),
  ),
  related: z.array(
    z.object({
      kind: z.enum(RELATED_KINDS),
      name: z.string(),
      /** Alternative names that the provider lists. */
      aliases: z.array(z.string()),
    }),
  ),
  /** When the provider last examined or received the value. */
  as_of: z.string().nullable(),
  /** A web page for readers. */
  link: z.string().nullable(),
});

export type Evidence = z.output<typeof evidenceSchema>;
export type RelatedName = Evidence["related"][number];
