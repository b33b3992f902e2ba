import { z } from "zod";
import { observableKindSchema, observableSchema, roleSchema } from "../schema.ts";
import { OBSERVABLE_SOURCES } from "../vocabulary.ts";
import { WARNING_EFFECTS } from "../warning-lists/vocabulary.ts";

const confidenceField = z
  .int()
  .meta({ description: "Confidence that it is worth acting on, from 0 to 100.", example: 80 });

const placeSchema = z
  .object({
    start: z.int().meta({ description: "Start in the text, in UTF-16 code units.", example: 1204 }),
    end: z.int().meta({ description: "End in the text, in UTF-16 code units.", example: 1223 }),
    role: roleSchema,
    confidence: confidenceField,
    section: z.string().nullable().meta({
      description: "Heading that it stands under; null where there is none.",
      example: "Indicators of compromise",
    }),
    sentence: z.string().meta({
      description: "Sentence, list item or row of a table, at most 400 characters.",
      example: "C2 server: login.example[.]com",
    }),
  })
  .meta({ id: "ObservablePlace" });

const mentionSchema = z
  .object({
    source_type: z
      .enum(OBSERVABLE_SOURCES)
      .meta({ description: "Whether it is a collected report or a session.", example: "report" }),
    source_id: z.string(),
    title: z.string().meta({ description: "Title of the report or session." }),
    published_at: z
      .string()
      .nullable()
      .meta({ description: "When it was published; null if not known." }),
    role: roleSchema,
    confidence: confidenceField,
    count: z.int().meta({
      description: "How often the text mentions it; 0 where a sender marked it outside the text.",
      example: 3,
    }),
    places: z.array(placeSchema).meta({ description: "The three strongest places in the text." }),
    read_at: z.string().nullable().meta({ description: "When the text was read." }),
  })
  .meta({ id: "ObservableMention" });
export type ObservableMention = z.output<typeof mentionSchema>;

const inSources = z.object({
  attack_id: z.string().meta({ example: "T1566.002" }),
  sources: z
    .int()
    .meta({ description: "Number of these reports and sessions that name it.", example: 2 }),
});

const relatedSchema = z
  .object({
    id: z.uuid().meta({ description: "Identifier of the observable." }),
    kind: observableKindSchema.meta({ description: "Kind of the observable.", example: "domain" }),
    normalized_value: z.string(),
    role: roleSchema,
    confidence: confidenceField,
    sources: z
      .int()
      .meta({ description: "Number of these reports and sessions that mention both.", example: 2 }),
  })
  .meta({ id: "RelatedObservable" });

const namedSchema = z
  .object({
    kind: z.enum(["group", "software"]).meta({ description: "What is named." }),
    name: z.string().meta({
      description: "Name in ATT&CK, or as it was printed if no current release has it.",
      example: "Cobalt Strike",
    }),
    attack_id: z.string().nullable().meta({
      description: "Object of ATT&CK with this name or alias; null if no current release has it.",
      example: "S0154",
    }),
    domain: z.string().nullable().meta({
      description: "Domain of ATT&CK that has it; null if none has.",
      example: "enterprise-attack",
    }),
    said_by: z
      .array(
        z.object({
          source_type: z.enum([...OBSERVABLE_SOURCES, "enrichment"]).meta({
            description: "Whether a report, a session or the record of a provider says so.",
            example: "enrichment",
          }),
          source_id: z.string().meta({ description: "Identifier of it." }),
          title: z.string().meta({
            description: "Title of the report or session, or name of the provider.",
            example: "threatfox",
          }),
          printed: z
            .string()
            .meta({ description: "Name as it is printed there.", example: "Cobalt Strike" }),
        }),
      )
      .meta({ description: "Who names it beside the value, at most 20." }),
  })
  .meta({ id: "NamedBeside" });
export type NamedBeside = z.output<typeof namedSchema>;

export const valuePageSchema = z
  .object({
    observable: observableSchema.meta({ description: "The observable." }),
    mentions_total: z
      .int()
      .meta({ description: "Number of all reports and sessions.", example: 2 }),
    mentions: z
      .array(mentionSchema)
      .meta({ description: "Reports and sessions that mention it, the latest 100." }),
    techniques: z.array(inSources).meta({ description: "Techniques that these describe." }),
    groups: z.array(inSources).meta({ description: "Groups that these name." }),
    named: z.array(namedSchema).meta({
      description:
        "Software and groups that these reports and sessions, and the latest answer of each enrichment provider, name beside it, at most 100.",
    }),
    related: z.array(relatedSchema).meta({
      description: "Observables that the latest 20 of these mention too, at most 50.",
    }),
    warning_lists: z
      .array(
        z.object({
          name: z.string().meta({ description: "Name of the list.", example: "cloudflare" }),
          effect: z
            .enum(WARNING_EFFECTS)
            .meta({ description: "What follows from it for this value.", example: "shared" }),
          entry: z
            .string()
            .meta({ description: "The entry that names it.", example: "104.16.0.0/13" }),
        }),
      )
      .meta({ description: "Warning lists that name it." }),
    enrichments: z
      .array(
        z.object({
          id: z.uuid().meta({ description: "Identifier of the enrichment." }),
          provider: z.string().meta({ description: "Provider that was queried.", example: "rdap" }),
          status: z.string().meta({ description: "Outcome of the query.", example: "complete" }),
          asked_for: z.string().meta({
            description: "The value that was sent.",
            example: "example.com",
          }),
          summary: z.record(z.string(), z.unknown()).meta({
            description: "Main facts of a registry's answer, as in EnrichmentSummary.",
            example: { registrar: "Example Registrar" },
          }),
          created_at: z
            .string()
            .meta({ description: "Time of the query.", example: "2026-11-23T10:00:00.000Z" }),
        }),
      )
      .meta({ description: "The latest five enrichments, newest first." }),
    history: z
      .array(
        z.object({
          actor: z.string().meta({ description: "User who did it.", example: "ann@example.org" }),
          action: z.string().meta({
            description: "What was done, as in the audit trail.",
            example: "observable.update",
          }),
          details: z
            .record(z.string(), z.unknown())
            .meta({ description: "What was changed.", example: { tags: ["phishing"] } }),
          created_at: z
            .string()
            .meta({ description: "When it was done.", example: "2026-11-23T10:00:00.000Z" }),
        }),
      )
      .meta({ description: "What people did with it, the latest 100, oldest first." }),
  })
  .meta({ id: "ObservableContext" });
export type ValuePage = z.output<typeof valuePageSchema>;
