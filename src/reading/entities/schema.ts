import { z } from "zod";
import { TLP_MARKINGS, UNLISTED_KINDS } from "./vocabulary.ts";

const placed = (which: string) =>
  z.int().meta({ description: `${which} in the stored text, in UTF-16 code units.` });

const mentionSchema = z
  .object({
    text: z.string().meta({ description: "The words that stand there.", example: "Cozy Bear" }),
    start: placed("Start"),
    end: placed("End"),
  })
  .meta({ id: "Mention" });

/** Places in the text. Every entity has these. */
const mentioned = {
  count: z.int().meta({ description: "Number of all mentions." }),
  mentions: z.array(mentionSchema).meta({
    description: "The first five mentions, in the order of the text.",
    example: [{ text: "Cozy Bear", start: 120, end: 129 }],
  }),
};

const compared = z.boolean().optional().meta({
  description:
    'Whether the text names it for comparison or as a guess only ("similar to APT28"), or says that it was not behind the activity or not used. Absent in analyses made before this was read.',
  example: false,
});

/** ISO 8601, with the precision of the text. */
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

export const entitiesSchema = z
  .object({
    groups: z
      .array(
        z.object({
          attack_id: z.string().meta({ example: "G0016" }),
          name: z.string().meta({ description: "Name in the release.", example: "APT29" }),
          compared,
          ...mentioned,
        }),
      )
      .meta({ description: "Groups that the text names, most mentioned first." }),
    software: z
      .array(
        z.object({
          attack_id: z.string().meta({ example: "S0154" }),
          name: z.string().meta({ description: "Name in the release.", example: "Cobalt Strike" }),
          type: z.enum(["malware", "tool"]),
          denied: z.boolean().optional().meta({
            description:
              'Whether the text only says that it was not used or found ("did not use Mimikatz"). Absent in analyses made before this was determined.',
            example: false,
          }),
          ...mentioned,
        }),
      )
      .meta({ description: "Malware and tools that the text names, most mentioned first." }),
    unlisted: z
      .array(
        z.object({
          kind: z.enum(UNLISTED_KINDS).meta({ description: "Kind of what has this name." }),
          name: z.string().meta({ description: "Name as the text prints it.", example: "UNC1234" }),
          compared,
          ...mentioned,
        }),
      )
      .meta({
        description:
          "Names of groups, campaigns, malware and tools that the release does not list, most mentioned first; up to 60. They have no ATT&CK id and lead to no techniques.",
      }),
    cves: z
      .array(
        z.object({
          id: z.string().meta({ description: "Identifier (cve.org).", example: "CVE-2021-26855" }),
          ...mentioned,
        }),
      )
      .meta({ description: "Vulnerabilities, most mentioned first; up to 300." }),
    observables: z
      .array(
        z.object({
          kind: z.string().meta({ description: "Kind of the observable.", example: "ipv4" }),
          value: z.string().meta({
            description: "Value in its normal form: `evil[.]example` is `evil.example`.",
            example: "203.0.113.7",
          }),
          role: z.string().optional().meta({
            description:
              "What the text says that the value is (docs/observables.md, Roles); not given by analyses from before it was read.",
            example: "indicator",
          }),
          confidence: z.int().optional().meta({
            description: "Confidence that it is worth acting on, from 0 to 100.",
            example: 80,
          }),
          section: z.string().nullable().optional().meta({
            description: "Heading that the first mention stands under; null where there is none.",
            example: "Indicators of compromise",
          }),
          sentence: mentionSchema.nullable().meta({
            description: "Sentence of the first mention; null if it stands in none.",
          }),
          ...mentioned,
        }),
      )
      .meta({
        description:
          "Addresses, domains, URLs, hashes, files and more, without those that are harmless by a suppression rule or a warning list; up to 300, in the order of their kinds and the text.",
      }),
    dates: z
      .array(
        z.object({
          date: z.string().regex(DATE).meta({
            description: "Date in ISO 8601, as exactly as the text says it.",
            example: "2020-05",
          }),
          end: z.string().regex(DATE).nullable().meta({
            description:
              "Last date of a period; null for a single date, or if the period has no end.",
            example: "2020-07",
          }),
          role: z.enum(["published", "revised", "activity"]).meta({
            description:
              "Whether the report was published or revised then, or the adversary was active.",
          }),
          ...mentioned,
        }),
      )
      .meta({ description: "Dates of the report, then of the activity by time; up to 50." }),
    sectors: z
      .array(
        z.object({
          name: z.string().meta({
            description: "Sector by the vocabulary of STIX 2.1 (industry-sector-ov).",
            example: "healthcare",
          }),
          ...mentioned,
        }),
      )
      .meta({ description: "Sectors that the text says were victims or targets." }),
    countries: z
      .array(
        z.object({
          code: z.string().length(2).meta({ description: "ISO 3166-1 alpha-2.", example: "US" }),
          name: z.string().meta({ description: "Name in English.", example: "United States" }),
          ...mentioned,
        }),
      )
      .meta({ description: "Countries that the text says were victims or targets." }),
    tlp: z
      .object({
        marking: z.enum(TLP_MARKINGS).meta({ description: "Marking as TLP 2.0 names it." }),
        ...mentioned,
      })
      .nullable()
      .meta({
        description:
          "Marking by the Traffic Light Protocol 2.0 that the text prints; null if it prints none.",
      }),
  })
  .meta({
    id: "Entities",
    description: "What the text names besides techniques, each with its places in the text.",
  });

export type Entities = z.output<typeof entitiesSchema>;
/** Words of the text, in UTF-16 code units. */
export type Mention = z.output<typeof mentionSchema>;

/** The entities of a text that names nothing, and of sessions from before entities existed. */
export const NO_ENTITIES: Entities = {
  groups: [],
  software: [],
  unlisted: [],
  cves: [],
  observables: [],
  dates: [],
  sectors: [],
  countries: [],
  tlp: null,
};
