import type { NearDuplicate } from "../../imports/rule-receipt.ts";
import { hashesOf, similarityOf } from "../header/detection-sketch.ts";

/** How alike two rules are to be named as nearly the same. */
const ENOUGH = 0.8;
/** Rules of fewer parts are nearly the same only where they are the same. */
const MIN_PARTS = 3;
const MAX_NAMED = 5;
/** A part that so many rules have says nothing, and would have each compared with all of them. */
const MAX_SHARED = 1_000;

/** A rule, as far as others are compared with it. */
export interface SketchedRule {
  rule_id: string | null;
  path: string | null;
  language: string;
  known_as: string | null;
  title: string;
  detection_sha256: string | null;
  sketch: string | null;
}

interface Entry {
  rule: SketchedRule;
  hashes: string[];
}

/**
 * Finds rules that detect the same or nearly the same without comparing each with all: two of which
 * eight of ten parts are the same share one of the first parts, in whatever order (prefix filter).
 */
export class NearDuplicates {
  readonly #byDetection = new Map<string, SketchedRule[]>();
  readonly #byHash = new Map<string, Entry[]>();

  add(rule: SketchedRule): void {
    const { detection_sha256: detection, sketch } = rule;
    if (detection !== null) push(this.#byDetection, keyOf(rule, detection), rule);
    const entry = { rule, hashes: hashesOf(sketch ?? "") };
    for (const hash of prefixOf(entry.hashes)) push(this.#byHash, keyOf(rule, hash), entry);
  }

  /** The rules nearest to one, itself left out, the nearest first. */
  find(rule: SketchedRule): NearDuplicate[] {
    const { detection_sha256: detection, sketch } = rule;
    const found = new Map<SketchedRule, number>();
    const same = detection === null ? [] : this.#byDetection.get(keyOf(rule, detection));
    for (const other of same ?? []) if (!isSame(rule, other)) found.set(other, 1);
    const hashes = hashesOf(sketch ?? "");
    for (const hash of hashes.length < MIN_PARTS ? [] : prefixOf(hashes)) {
      const entries = this.#byHash.get(keyOf(rule, hash)) ?? [];
      for (const { rule: other, hashes: its } of entries.slice(0, MAX_SHARED)) {
        if (found.has(other) || isSame(rule, other)) continue;
        const similarity = similarityOf(hashes, its);
        if (similarity >= ENOUGH) found.set(other, similarity);
      }
    }
    return [...found]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_NAMED)
      .map(([{ rule_id, path, known_as, title }, similarity]) => ({
        rule_id,
        path,
        known_as,
        title,
        similarity: Math.round(similarity * 100) / 100,
      }));
  }
}

/** The parts of which two sets that are alike enough share at least one. */
function prefixOf(hashes: readonly string[]): readonly string[] {
  return hashes.slice(0, hashes.length - Math.ceil(ENOUGH * hashes.length) + 1);
}

/** Rules of two languages are never nearly the same. */
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
