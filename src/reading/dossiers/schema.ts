import { z } from "zod";
import { namedGroupSchema } from "../../knowledge/comparison/schema.ts";
import { TLP_MARKINGS } from "../entities/vocabulary.ts";
import { leadFields } from "../sessions/leads-schema.ts";
import { DATED_BY } from "../entities/report-day.ts";
import { techniqueResultSchema } from "../sessions/schema.ts";
import { dossierEntitiesSchema } from "./entities-schema.ts";
import { CONTRADICTION_KINDS, DOSSIER_SESSION_STATES } from "./vocabulary.ts";

const SESSION = "01a2049f-a897-718e-8ed4-2b62f6238151";
const OTHER = "01a2049f-c0e1-70a9-8998-47bfacfdae89";
const TIME = "2026-11-22T08:15:00.000Z";

const sessionId = z.uuid().meta({ description: "Identifier of the session.", example: SESSION });
const sessionsNamed = (what: string) =>
  z.array(z.uuid()).meta({ description: what, example: [SESSION, OTHER] });

export const dossierListItemSchema = z
  .object({
    dossier_id: z.uuid().meta({ description: "Identifier of the dossier.", example: OTHER }),
    name: z
      .string()
      .meta({ description: "Name of the dossier.", example: "The harbour intrusions" }),
    note: z.string().meta({
      description: "Note by an analyst; empty if there is none.",
      example: "Three vendors on the same intrusion.",
    }),
    tlp: z.enum(TLP_MARKINGS).nullable().meta({
      description: "Marking that analysts gave the dossier; null if there is none.",
      example: "amber",
    }),
    session_ids: sessionsNamed("Identifiers of its sessions, in the order given."),
    created_by: z
      .string()
      .meta({ description: "User who created it.", example: "ann@example.org" }),
    created_at: z.string().meta({ description: "Time of its creation.", example: TIME }),
    updated_at: z.string().meta({ description: "Time of its last change.", example: TIME }),
  })
  .meta({ id: "DossierListItem" });
export type DossierListItem = z.output<typeof dossierListItemSchema>;

const dossierSessionSchema = z
  .object({
    session_id: sessionId,
    state: z.enum(DOSSIER_SESSION_STATES).meta({
      description: "State of the session; only completed ones count. `missing`: it was deleted.",
      example: "completed",
    }),
    title: z.string().nullable().meta({
      description: "Title of the session; null if it was deleted.",
      example: "Phishing at two banks",
    }),
    tlp: z.enum(TLP_MARKINGS).nullable().meta({
      description: "Marking that a person decided for the session; null if nobody decided one.",
      example: "green",
    }),
    tlp_in_text: z.enum(TLP_MARKINGS).nullable().meta({
      description: "Marking that the text of its report prints; null if it prints none.",
      example: "clear",
    }),
    domain: z.string().nullable().meta({
      description: "Domain of the session; null if it was deleted.",
      example: "enterprise-attack",
    }),
    version: z.string().nullable().meta({
      description: "Release of the session; null if it was deleted.",
      example: "19.1",
    }),
    created_at: z.string().nullable().meta({
      description: "Time of its analysis; null if it was deleted.",
      example: TIME,
    }),
    day: z.string().nullable().meta({
      description:
        "Day of the report: of its publication, else its last revision, else the latest activity that it describes, else its analysis; null if the session is not completed.",
      example: "2026-11-22",
    }),
    dated_by: z.enum(DATED_BY).nullable().meta({
      description: "What `day` is taken from; null if the session is not completed.",
      example: "published",
    }),
    technique_count: z.int().meta({
      description: "Number of its techniques, rejected ones left out.",
      example: 12,
    }),
  })
  .meta({ id: "DossierSession" });
export type DossierSession = z.output<typeof dossierSessionSchema>;

const result = techniqueResultSchema.shape;
const statementSchema = z
  .object({
    session_id: sessionId,
    attack_id: z.string().meta({
      description: "ID in the session; differs if it was revoked since.",
      example: "T1059.001",
    }),
    confidence: result.confidence,
    review_status: result.review_status,
    origin: result.origin,
    evidence: result.evidence,
    evidence_start: result.evidence_start,
    evidence_end: result.evidence_end,
    verified: result.verified,
    note: result.note,
    changed_by: result.changed_by,
    changed_at: result.changed_at,
  })
  .meta({ id: "DossierStatement" });
export type Statement = z.output<typeof statementSchema>;

const dossierTechniqueSchema = z
  .object({
    attack_id: z.string().meta({
      description: "ID in the release of the dossier; revoked ones are followed.",
      example: "T1059.001",
    }),
    name: z.string().meta({ description: "Name of the technique.", example: "PowerShell" }),
    tactic: z.string().meta({
      description: "Short name of the technique's first tactic, in matrix order.",
      example: "execution",
    }),
    domain: z.string().meta({
      description: "Domain of the technique.",
      example: "enterprise-attack",
    }),
    confidence: z.number().min(0).max(1).meta({
      description: "Highest confidence of the sessions that name it.",
      example: 0.93,
    }),
    session_count: z.int().meta({
      description: "Number of sessions that name it, without those in which it was rejected.",
      example: 2,
    }),
    named_by: z.array(statementSchema).meta({
      description:
        "What each session says of it, in the order of the dossier; also those in which it was rejected.",
    }),
  })
  .meta({ id: "DossierTechnique" });
export type DossierTechnique = z.output<typeof dossierTechniqueSchema>;

const contradictionSchema = z
  .object({
    kind: z.enum(CONTRADICTION_KINDS).meta({
      description:
        "`review`: rejected in one session and named in another; `level`: one says the technique, another its sub-technique; `warning`: what a session warns of at a technique, above all an id that contradicts the words beside it; `group`: reports name different actors; `date`: reports date the activity to times that do not overlap.",
      example: "review",
    }),
    attack_ids: z.array(z.string()).meta({
      description: "IDs of the techniques or groups that it is about.",
      example: ["T1566"],
    }),
    session_ids: sessionsNamed("Sessions that it is about."),
    statement: z.string().meta({
      description: "The contradiction in a sentence.",
      example:
        "T1566 Phishing is accepted in “Phishing at two banks” and rejected in “The second wave”.",
    }),
  })
  .meta({ id: "Contradiction" });
export type Contradiction = z.output<typeof contradictionSchema>;

const sharedObservableSchema = z
  .object({
    observable_id: z.uuid().meta({ description: "Identifier of the observable.", example: OTHER }),
    kind: z.string().meta({ description: "Kind of the observable.", example: "ipv4" }),
    value: z.string().meta({ description: "Value of the observable.", example: "203.0.113.7" }),
    role: z.string().meta({
      description: "What reports say that the value is (docs/observables.md, Roles).",
      example: "indicator",
    }),
    confidence: z.int().meta({
      description: "Confidence that it is worth acting on, from 0 to 100.",
      example: 80,
    }),
    session_ids: sessionsNamed("Sessions whose reports contain it, two or more."),
  })
  .meta({ id: "SharedObservable" });
export type SharedObservable = z.output<typeof sharedObservableSchema>;

const namedInSessions = namedGroupSchema
  .extend({ session_ids: sessionsNamed("Sessions whose reports name the group.") })
  .meta({ id: "DossierNamedGroup" });
export type DossierNamedGroup = z.output<typeof namedInSessions>;

export const dossierSchema = dossierListItemSchema
  .extend({
    sessions: z
      .array(dossierSessionSchema)
      .meta({ description: "Sessions of the dossier, in the order given." }),
    marking: z.enum(TLP_MARKINGS).nullable().meta({
      description:
        "Strictest marking of the dossier and its sessions, where a session without a decision counts with the marking that its report prints; null if there is none.",
      example: "amber",
    }),
    marking_decided: z.boolean().meta({
      description: "Whether a person decided `marking`; false if only a report prints it.",
      example: true,
    }),
    releases: z
      .array(
        z.object({
          domain: z
            .string()
            .meta({ description: "Domain of the techniques.", example: "enterprise-attack" }),
          version: z.string().meta({
            description:
              "Release that all ids are followed to: the newest of the sessions unless version names another.",
            example: "19.1",
          }),
        }),
      )
      .meta({ description: "Releases that the techniques are of, one for each domain." }),
    techniques: z.array(dossierTechniqueSchema).meta({
      description:
        "Techniques that at least one session names, those of most sessions first, then the surest.",
    }),
    contradictions: z.array(contradictionSchema).meta({
      description: "What the sessions disagree in.",
    }),
    ...leadFields,
    named_groups: z.array(namedInSessions).meta({
      description:
        "Groups that the reports name, those of most sessions first, and which of all techniques each is known for.",
    }),
    apt_matches_domain: z.string().nullable().meta({
      description:
        "Domain whose groups were compared: the one with the most techniques; null if there are none.",
      example: "enterprise-attack",
    }),
    entities: dossierEntitiesSchema.meta({
      description: "What the reports name besides techniques and groups.",
    }),
    shared_observables: z.array(sharedObservableSchema).meta({
      description:
        "Observables of two or more reports that nothing suppresses, those of most reports first; up to 500.",
    }),
    shared_observable_count: z.int().meta({
      description: "Number of all observables of two or more reports.",
      example: 4,
    }),
    warnings: z.array(z.string()).meta({
      description: "What limits the dossier, in sentences: sessions and releases that are gone.",
      example: [
        "All ids of enterprise-attack are followed to 19.1; the sessions are of 18.1, 19.1.",
      ],
    }),
  })
  .meta({ id: "Dossier" });
export type Dossier = z.output<typeof dossierSchema>;
