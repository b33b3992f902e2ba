import { z } from "zod";

const entitySchema = z.object({
  name: z.string().nullable(),
  roles: z.array(z.string()),
  handle: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ description: "Email address of the contact; null if not published." }),
});

export const summarySchema = z
  .object({
    handle: z.string().nullable(),
    name: z
      .string()
      .nullable()
      .meta({ description: "Name of the domain or network; null if not known." }),
    country: z.string().nullable().meta({
      description:
        "Country of the network or of the domain's registrant, as a code or name; null if not known.",
    }),
    registrar: z.string().nullable(),
    range: z
      .object({ start: z.string(), end: z.string() })
      .nullable()
      .meta({ description: "First and last address of the network; null for domains." }),
    status: z.array(z.string()).meta({ description: "Status values in the registry." }),
    events: z.array(z.object({ action: z.string(), date: z.string() })),
    nameservers: z.array(z.string()),
    entities: z.array(entitySchema).meta({ description: "Nested entities included." }),
    redacted: z
      .array(z.string())
      .meta({ description: "Names of the fields that the registry redacted (RFC 9537)." }),
    related_url: z.string().nullable().meta({
      description:
        "URL of the registrar's answer; null if the registry links to none or it did not answer.",
    }),
  })
  .meta({ id: "EnrichmentSummary" });

export type Entity = z.output<typeof entitySchema>;
export type Summary = z.output<typeof summarySchema>;
