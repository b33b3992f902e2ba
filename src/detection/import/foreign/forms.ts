import type { QueryLanguage } from "../../languages/query/conditions.ts";
import { textsAt } from "./values.ts";

/** Header fields of a query, in the order in which they are written. */
export const HEAD_FIELDS = [
  "title",
  "id",
  "status",
  "level",
  "author",
  "license",
  "date",
  "modified",
  "techniques",
  "description",
  "reference",
] as const;
export type HeadField = (typeof HEAD_FIELDS)[number];

/** The rule file format of one product, with the paths of the fields used here. */
export interface ForeignForm {
  /** Completes "a rule of …". */
  product: string;
  /** A file has this format if it contains one key of each list. */
  signs: readonly (readonly string[])[];
  language: QueryLanguage;
  query: string;
  /** The first path with a text is used; for `techniques`, all of them. */
  head: Partial<Record<HeadField, readonly string[]>>;
  /** Returns why a file in this format contains no rule. */
  whyNot?: (root: unknown) => string | null;
}

const ELASTIC: ForeignForm = {
  product: "Elastic",
  signs: [["rule.name"], ["rule.type"]],
  language: "eql",
  query: "rule.query",
  head: {
    title: ["rule.name"],
    id: ["rule.rule_id"],
    status: ["metadata.maturity"],
    level: ["rule.severity"],
    author: ["rule.author"],
    license: ["rule.license"],
    date: ["metadata.creation_date"],
    modified: ["metadata.updated_date"],
    techniques: ["rule.threat.technique"],
    description: ["rule.description"],
    reference: ["rule.references"],
  },
  whyNot: (root) => {
    const [type = ""] = textsAt(root, "rule.type");
    const [language = type] = textsAt(root, "rule.language");
    if (type === "eql" && language === "eql") return null;
    const written = language === type ? "" : ` in ${named(language)}`;
    return `It is a rule of Elastic of type ${named(type)}${written}; only those in EQL are read.`;
  },
};

const SENTINEL: ForeignForm = {
  product: "Sentinel",
  signs: [["query"], ["tactics", "relevantTechniques", "requiredDataConnectors"]],
  language: "kql",
  query: "query",
  head: {
    title: ["name"],
    id: ["id"],
    level: ["severity"],
    // Many files have the `metadata` fields at the top level.
    author: ["metadata.author.name", "author.name", "author"],
    techniques: ["relevantTechniques"],
    description: ["description"],
  },
};

const SPLUNK: ForeignForm = {
  product: "Splunk",
  signs: [["search"], ["name"], ["type", "tags"]],
  language: "spl",
  query: "search",
  head: {
    title: ["name"],
    id: ["id"],
    status: ["status"],
    author: ["author"],
    date: ["creation_date", "date"],
    modified: ["modification_date"],
    techniques: ["mitre_attack_id", "tags.mitre_attack_id", "tags.mitre_technique_id"],
    description: ["description"],
    reference: ["references"],
  },
  whyNot: (root) => {
    const [type = ""] = textsAt(root, "type");
    const [search = ""] = textsAt(root, "search");
    if (/\bread_ssa_enriched_events\b/.test(search)) {
      return "It is a search of Splunk in SPL2; only those in SPL are read.";
    }
    if (!/^(?:baseline|investigation)$/i.test(type)) return null;
    return `It is a search of Splunk of type ${named(type)}, which detects nothing.`;
  },
};

/** The supported formats. Another product is one more entry. */
export const FOREIGN_FORMS: readonly ForeignForm[] = [ELASTIC, SENTINEL, SPLUNK];

/** Sanitizes a word of the file for a sentence. */
function named(word: string): string {
  return `'${word.slice(0, 40).replace(/[^\w.| -]/g, "?")}'`;
}
