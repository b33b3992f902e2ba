import type { NearDuplicate } from "../../pipeline/imports/rule-receipt.ts";
import { hashesOf, similarityOf } from "../languages/detection-sketch.ts";

/** Minimum similarity of near-duplicates. */
const ENOUGH = 0.8;
/** Rules with fewer parts are near-duplicates only if they are identical. */
const MIN_PARTS = 3;
const MAX_NAMED = 5;
/** A part shared by this many rules is not distinctive, and would compare each with all of them. */
const MAX_SHARED = 1_000;

/** The fields of a rule used for comparison. */
export interface SketchedRule {
  rule_id: string | null;
  /** Path of a rule in the import; null for a stored one. */
  path: string | null;
  language: string;
  known_as: string | null;
  title: string;
  detection_sha256: string | null;
  sketch: string | null;
}

/**
 * Finds rules that detect the same or nearly the same without comparing all pairs. Two rules that share eight of ten
 * parts also share one of the first parts, in any order (prefix filter). Only the import's rules are in memory; stored
 * rules are compared with them one by one.
 */
export class NearDuplicates {
  readonly #byDetection = new Map<string, SketchedRule[]>();
  readonly #byHash = new Map<string, SketchedRule[]>();
  readonly #named = new Map<SketchedRule, NearDuplicate[]>();

  /** @param rules rules of the import, which are compared with each other */
  constructor(rules: readonly SketchedRule[]) {
    for (const rule of rules) this.#add(rule);
    for (const rule of rules) this.compare(rule);
  }

  /** Adds a rule to each near-duplicate in the import. */
  compare(rule: SketchedRule): void {
    const { rule_id, path, known_as, title } = rule;
    for (const [other, similarity] of this.#matchesOf(rule)) {
      const named = this.#named.get(other) ?? [];
      named.push({
        rule_id,
        path,
        known_as,
        title,
        similarity: Math.round(similarity * 100) / 100,
      });
      named.sort((a, b) => b.similarity - a.similarity);
      this.#named.set(other, named.slice(0, MAX_NAMED));
    }
  }

  /** Returns the near-duplicates of an imported rule, most similar first. */
  namedTo(rule: SketchedRule): NearDuplicate[] {
    return this.#named.get(rule) ?? [];
  }

  #add(rule: SketchedRule): void {
    const { detection_sha256: detection, sketch } = rule;
    if (detection !== null) push(this.#byDetection, keyOf(rule, detection), rule);
    // The hashes themselves are not stored: those of thousands of rules take megabytes.
    for (const hash of prefixOf(hashesOf(sketch ?? ""))) {
      push(this.#byHash, keyOf(rule, hash), rule);
    }
  }

  #matchesOf(rule: SketchedRule): Map<SketchedRule, number> {
    const { detection_sha256: detection, sketch } = rule;
    const found = new Map<SketchedRule, number>();
    const same = detection === null ? [] : this.#byDetection.get(keyOf(rule, detection));
    for (const other of same ?? []) if (!isSame(rule, other)) found.set(other, 1);
    const hashes = hashesOf(sketch ?? "");
    for (const hash of hashes.length < MIN_PARTS ? [] : prefixOf(hashes)) {
      const others = this.#byHash.get(keyOf(rule, hash)) ?? [];
      for (const other of others.slice(0, MAX_SHARED)) {
        if (found.has(other) || isSame(rule, other)) continue;
        const similarity = similarityOf(hashes, hashesOf(other.sketch ?? ""));
        if (similarity >= ENOUGH) found.set(other, similarity);
      }
    }
    return found;
  }
}

/** Returns the parts of which two sufficiently similar sets share at least one. */
function prefixOf(hashes: readonly string[]): readonly string[] {
  return hashes.slice(0, hashes.length - Math.ceil(ENOUGH * hashes.length) + 1);
}

/** Rules in different languages are never near-duplicates. */
function keyOf({ language }: SketchedRule, of: string): string {
  return `${language} ${of}`;
}

function isSame(one: SketchedRule, other: SketchedRule): boolean {
  if (one === other) return true;
  return one.rule_id !== null && one.rule_id === other.rule_id;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
