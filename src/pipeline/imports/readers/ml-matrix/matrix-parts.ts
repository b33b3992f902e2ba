import type { Imported } from "../imported.ts";
import type { ReleaseContent } from "../../../../knowledge/attack/release-content.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";

/** Options for reading a machine-learning threat matrix. */
export interface MatrixOptions {
  /** Overrides the version that the file states. */
  version: string | null;
  /** Identifies the whole file, for objects that belong to none of its reports. */
  key: string;
  /** Whether to return the release of the techniques, or only the reports. */
  withRelease: boolean;
}

/** Facts about a matrix, in addition to its reports. */
export interface MatrixFacts {
  framework: string | null;
  version: string | null;
  technique_count: number;
}

/** The parts of a matrix: first its facts, then its release if there is one, then its objects. */
export type MatrixPart =
  | { facts: MatrixFacts }
  | { release: ReleaseContent }
  | { object: Imported };

/** D1 allows 2 MB per row, and a character takes up to three bytes. ATLAS's largest part has 30,000. */
const MAX_PART_CHARS = 500_000;
const TECHNIQUE = /^AML\.T\d{4}(?:\.\d{3})?$/;
const TACTIC = /^AML\.TA\d{4}$/;

export type Json = Record<string, unknown>;

/** A matrix assembled from its parts. */
export interface MatrixParts {
  framework: string | null;
  version: string | null;
  tactics: Json[];
  techniques: Json[];
  studies: Json[];
  /** Mitigations with the techniques they mitigate. They get no receipts. */
  mitigations: Json[];
}

/** Returns why a part is not a valid tactic, technique or case study, or null if it is. */
export function faultOf(kind: "tactic" | "technique" | "case-study", part: unknown): string | null {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return `is no ${kind}`;
  const { id, name } = part as Json;
  const size = excessOf(part);
  if (size !== null) return size;
  if (stringOf(name) === null) return "has no name";
  if (kind === "tactic" && !TACTIC.test(String(id))) return "has no tactic id such as AML.TA0002";
  if (kind === "technique" && !TECHNIQUE.test(String(id))) {
    return "has no technique id such as AML.T0000";
  }
  return null;
}

/** Returns why a part is too large for a database row, or null if it fits. */
export function excessOf(part: object): string | null {
  const isLarge = JSON.stringify(part).length > MAX_PART_CHARS;
  return isLarge ? `has more than ${MAX_PART_CHARS} characters` : null;
}

/** Returns the techniques of a case study's steps, and templates that only ATLAS's build fills in. */
export function stepsOf(study: Json): { techniques: string[]; templates: string[] } {
  const named = recordsOf(study["procedure"]).map((step) => stringOf(step["technique"]) ?? "");
  return {
    techniques: [...new Set(named.filter((id) => TECHNIQUE.test(id)))].sort(),
    templates: [...new Set(named.filter((id) => id.startsWith("{{")))],
  };
}
