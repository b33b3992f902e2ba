import { z } from "zod";
import { entitiesSchema } from "../entities/schema.ts";

const counted = {
  count: z.int().meta({ description: "Number of mentions in all sessions.", example: 7 }),
  session_ids: z.array(z.uuid()).meta({
    description: "Sessions whose reports name it.",
    example: ["01a2049f-a897-718e-8ed4-2b62f6238151"],
  }),
};
const { software, unlisted, cves, observables, dates, sectors, countries } = entitiesSchema.shape;

/** What the reports of a dossier name apart from techniques and groups, with the sessions of each. */
export const dossierEntitiesSchema = z
  .object({
    software: z
      .array(software.element.pick({ attack_id: true, name: true, type: true }).extend(counted))
      .meta({ description: "Malware and tools." }),
    unlisted: z
      .array(unlisted.element.pick({ kind: true, name: true }).extend(counted))
      .meta({ description: "Names of groups, campaigns, malware and tools without an ATT&CK id." }),
    cves: z
      .array(cves.element.pick({ id: true }).extend(counted))
      .meta({ description: "Vulnerabilities." }),
    observables: z
      .array(observables.element.pick({ kind: true, value: true }).extend(counted))
      .meta({ description: "Addresses, domains and hashes." }),
    dates: z
      .array(dates.element.pick({ date: true, end: true, role: true }).extend(counted))
      .meta({ description: "Dates of the reports and of the activity, by time." }),
    sectors: z
      .array(sectors.element.pick({ name: true }).extend(counted))
      .meta({ description: "Sectors of victims." }),
    countries: z
      .array(countries.element.pick({ code: true, name: true }).extend(counted))
      .meta({ description: "Countries of victims." }),
  })
  .meta({
    id: "DossierEntities",
    description:
      "What the reports name besides techniques and groups, those of most sessions first.",
  });
export type DossierEntities = z.output<typeof dossierEntitiesSchema>;
