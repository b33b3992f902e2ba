import { z } from "zod";
import { versionParam } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { TLP_MARKINGS } from "../entities/vocabulary.ts";

export const dossierVersion = versionParam.optional().meta({
  description:
    "Ingested release that all ids are followed to. Default: the newest release of the sessions.",
});

/** Text that can be stored and displayed: no lone surrogates, no NUL. */
const shownText = z.string().transform((text) => text.toWellFormed().replaceAll("\0", ""));

const name = shownText.pipe(z.string().trim().min(1).max(255)).meta({
  description: "Name of the dossier.",
  example: "The harbour intrusions",
});
const note = shownText.pipe(z.string().max(10_000)).meta({
  description: "Note by an analyst; an empty text removes it.",
  example: "Three vendors on the same intrusion.",
});
const tlp = z.enum(TLP_MARKINGS).nullable().meta({
  description: "Marking by the Traffic Light Protocol 2.0; null for none.",
  example: "amber",
});
const sessionIds = z
  .array(uuidParam)
  .min(2)
  .max(50)
  .transform((ids) => [...new Set(ids)])
  .refine((ids) => ids.length > 1, { error: "must name at least two different sessions" })
  .meta({
    description: "Identifiers of the sessions; duplicates are merged.",
    example: ["01a2049f-a897-718e-8ed4-2b62f6238151", "01a2049f-c0e1-70a9-8998-47bfacfdae89"],
  });

export const dossierInputSchema = z
  .object({ name, session_ids: sessionIds, note: note.optional(), tlp: tlp.optional() })
  .meta({ id: "DossierInput" });
export type DossierInput = z.output<typeof dossierInputSchema>;

export const dossierChangeSchema = z
  .object({ name, session_ids: sessionIds, note, tlp })
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: "must name at least one field to change",
  })
  .meta({ id: "DossierChange" });
export type DossierChange = z.output<typeof dossierChangeSchema>;
