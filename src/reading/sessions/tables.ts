import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { DocumentKind } from "../document-kind/schema.ts";
import type { Entities } from "../entities/schema.ts";
import { ANALYSIS_MODES } from "../analyser/strictness.ts";
import type { AsideReason } from "../recognition/acts/aside-reasons.ts";
import {
  type Judgement,
  type TechniqueExplanation,
  type TechniqueHit,
  type TechniqueProcedure,
  VERDICTS,
} from "../recognition/found-technique.ts";
import type { Usage } from "../providers/usage.ts";
import { PROVIDER_SLOTS } from "../providers/vocabulary.ts";
import {
  CHANGE_ACTIONS,
  REVIEW_STATES,
  REVIEW_STATUSES,
  SESSION_STATUSES,
  type TechniqueField,
  TECHNIQUE_ORIGINS,
  TLP_MARKINGS,
} from "./vocabulary.ts";

/** A span of the report with its exact text, in UTF-16 code units. */
export interface Passage {
  text: string;
  start: number;
  end: number;
}

/**
 * A technique without adversary activity in the report, with its passage and the reason. Or a line of the page that was
 * not analyzed.
 */
export interface SetAside {
  attack_id: string;
  name: string;
  reason: AsideReason;
  evidence: string;
  evidence_start: number;
  evidence_end: number;
  /** How often a line of the page occurs. */
  count?: number;
}

/** A possible technique, with its evidence. */
export interface CandidateTechnique {
  attack_id: string;
  name: string;
  tactic: string;
  confidence: number;
  evidence: string;
  evidence_start: number;
  evidence_end: number;
  /** Absent if no model judged it. */
  judgement?: Judgement;
}

export interface RejectedTechnique {
  attack_id: string;
  reason: string;
}

const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>().notNull();

/** A list that older rows lack. */
const jsonList = <T extends unknown[]>(name: string) =>
  text(name, { mode: "json" })
    .$type<T>()
    .notNull()
    .default(sql`'[]'`);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    status: text("status", { enum: SESSION_STATUSES }).notNull(),
    name: text("name"),
    /** The first heading or line of the text, for sessions without a name or file. */
    title: text("title"),
    tags: jsonList<string[]>("tags"),
    tlp: text("tlp", { enum: TLP_MARKINGS }),
    note: text("note").notNull().default(""),
    /** The reviewer. Null if unassigned. */
    assignee: text("assignee"),
    review_state: text("review_state", { enum: REVIEW_STATES }).notNull().default("draft"),
    /** Who signed it and when. Null unless signed. */
    signed_by: text("signed_by"),
    signed_at: text("signed_at"),
    /** Folded text that the search uses. Null in rows from before it existed. */
    search_text: text("search_text"),
    provider: text("provider", { enum: PROVIDER_SLOTS }).notNull(),
    model: text("model").notNull(),
    /** Strictness of the analysis, also of later ones. */
    mode: text("mode", { enum: ANALYSIS_MODES }).notNull().default("balanced"),
    min_confidence: real("min_confidence"),
    domain: text("domain").notNull(),
    version: text("version").notNull(),
    filename: text("filename"),
    /** Where the report was fetched. Null for one that was sent. */
    source_url: text("source_url"),
    /** Publication date according to its source, or null. */
    published_at: text("published_at"),
    /** ISO 639-1 code of the main language. Null if unknown, as in older rows. */
    language: text("language"),
    actor: text("actor").notNull(),
    chars_total: integer("chars_total").notNull(),
    chars_analyzed: integer("chars_analyzed").notNull(),
    chunks: integer("chunks").notNull(),
    warnings: json<string[]>("warnings"),
    summary: text("summary").notNull(),
    apt_hints: json<string[]>("apt_hints"),
    rejected_techniques: json<RejectedTechnique[]>("rejected_techniques"),
    set_aside: jsonList<SetAside[]>("set_aside"),
    candidates: jsonList<CandidateTechnique[]>("candidates"),
    /** Older rows lack some or all of its lists. */
    entities: text("entities", { mode: "json" })
      .$type<Partial<Entities>>()
      .notNull()
      .default(sql`'{}'`),
    /** The kind of text. Null in rows from before kinds existed. */
    document_kind: text("document_kind", { mode: "json" }).$type<DocumentKind | null>(),
    technique_count: integer("technique_count").notNull(),
    /** The language model usage of the analysis. Null in rows from before it was counted. */
    usage: text("usage", { mode: "json" }).$type<Usage | null>(),
    failure: text("failure"),
    /** Bytes of its text and upload in object storage. */
    stored_bytes: integer("stored_bytes").notNull().default(0),
    /** The client's key for this request, so that it can be sent again. */
    idempotency_key: text("idempotency_key"),
    /** SHA-256 of all inputs that affect the response. */
    input_sha256: text("input_sha256"),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [
    index("sessions_by_status").on(t.status, t.created_at),
    index("sessions_by_review").on(t.status, t.review_state, t.created_at, t.id),
    // Finds changes since the last read without reading rows.
    index("sessions_by_change").on(t.status, t.updated_at, t.id),
    uniqueIndex("sessions_by_key")
      .on(t.actor, t.idempotency_key)
      .where(sql`idempotency_key is not null and status <> 'failed'`),
  ],
);

/** The marking printed in a session's text, or null. */
export const TLP_IN_TEXT = sql<
  (typeof TLP_MARKINGS)[number] | null
>`${sessions.entities} ->> '$.tlp.marking'`;

export const sessionTechniques = sqliteTable(
  "session_techniques",
  {
    session_id: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    attack_id: text("attack_id").notNull(),
    /** Position in the response, from 0, most certain first. */
    position: integer("position").notNull(),
    name: text("name").notNull(),
    tactic: text("tactic").notNull(),
    confidence: real("confidence").notNull(),
    evidence: text("evidence").notNull(),
    evidence_start: integer("evidence_start"),
    evidence_end: integer("evidence_end"),
    verified: integer("verified", { mode: "boolean" }).notNull(),
    replaced_from: text("replaced_from"),
    review_status: text("review_status", { enum: REVIEW_STATUSES }).notNull(),
    origin: text("origin", { enum: TECHNIQUE_ORIGINS }).notNull().default("analysis"),
    /** The id from the analysis, if a person chose another one. */
    found_as: text("found_as"),
    note: text("note").notNull().default(""),
    changed_by: text("changed_by"),
    changed_at: text("changed_at"),
    /** The fields set by people, which another analysis does not change. */
    decided: jsonList<TechniqueField[]>("decided"),
    passages: jsonList<Passage[]>("passages"),
    warnings: jsonList<string[]>("warnings"),
    hit: text("hit", { mode: "json" }).$type<TechniqueHit | null>(),
    features: jsonList<TechniqueExplanation["features"]>("features"),
    runners_up: jsonList<TechniqueExplanation["runners_up"]>("runners_up"),
    nearest_procedure: text("nearest_procedure", {
      mode: "json",
    }).$type<TechniqueProcedure | null>(),
    /** Results of analyzer and model. Null if no model judged it. */
    judgement: text("judgement", { mode: "json" }).$type<Judgement | null>(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.attack_id] }),
    index("session_techniques_by_id").on(t.attack_id, t.review_status, t.session_id),
  ],
);

/** Cached verdicts of models on passages. Deleted with the session that requested them. */
export const verdicts = sqliteTable(
  "verdicts",
  {
    /** SHA-256 of all inputs that affect the answer. */
    key: text("key").primaryKey(),
    session_id: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    verdict: text("verdict", { enum: VERDICTS }).notNull(),
    other_id: text("other_id"),
    reason: text("reason").notNull(),
    /** Ids of further techniques that the model found in the passage without being asked. */
    missed: json<string[]>("missed"),
  },
  (t) => [index("verdicts_by_session").on(t.session_id)],
);

/** Changes of sessions and their techniques by people: their history. */
export const sessionChanges = sqliteTable(
  "session_changes",
  {
    /** Order of the changes. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    session_id: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    actor: text("actor").notNull(),
    action: text("action", { enum: CHANGE_ACTIONS }).notNull(),
    /** The technique's id after the change. Null for the session itself. */
    attack_id: text("attack_id"),
    /** What was touched: the ids of techniques, `session`, or `*` for all techniques. */
    subjects: json<string[]>("subjects"),
    /** The fields that were touched. */
    fields: json<string[]>("fields"),
    /** The fields' values before. Null if there was nothing. */
    before: text("before", { mode: "json" }).$type<Record<string, unknown>>(),
    after: text("after", { mode: "json" }).$type<Record<string, unknown>>(),
    /** The change that this one undoes. */
    undoes: text("undoes"),
    /** Shared by all changes of one request. Null for a single change. */
    batch_id: text("batch_id"),
    created_at: text("created_at").notNull(),
  },
  (t) => [index("session_changes_by_session").on(t.session_id, t.seq)],
);

/** Comments of analysts on a report or one of its techniques. */
export const sessionComments = sqliteTable(
  "session_comments",
  {
    /** A UUID of version 7, so that ids sort by time. */
    id: text("id").primaryKey(),
    session_id: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** The technique's id at that time. Null for the report as a whole. */
    attack_id: text("attack_id"),
    author: text("author").notNull(),
    text: text("text").notNull(),
    created_at: text("created_at").notNull(),
  },
  (t) => [index("session_comments_by_session").on(t.session_id, t.id)],
);
