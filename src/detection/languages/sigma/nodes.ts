import { isMap, isNode, isScalar, isSeq, type Node } from "yaml";
import type { Findings } from "../findings.ts";
import type { SigmaDocument } from "./document.ts";

/** A key of a map with its value, and the positions of both. */
export interface Entry {
  key: string;
  keyAt: number;
  value: Node | null;
  valueAt: number;
}

/** Reads a YAML document node by node, so that every fault has a position. */
export class Nodes {
  readonly findings: Findings;
  readonly source: string;
  /** Short names of tactics in ingested releases, in addition to the published ones. */
  readonly tactics: ReadonlySet<string>;
  readonly #document: SigmaDocument;

  constructor(
    document: SigmaDocument,
    source: string,
    findings: Findings,
    tactics: ReadonlySet<string>,
  ) {
    this.#document = document;
    this.findings = findings;
    this.tactics = tactics;
    this.source = source;
  }

  /** The number of aliases in the document. */
  get aliases(): number {
    return this.#document.aliases;
  }

  /** Returns the node itself, or the target of an alias. */
  follow(node: unknown): Node | null {
    return this.#document.follow(node);
  }

  /** Returns the start of a node in the source. */
  at(node: unknown, otherwise = 0): number {
    return isNode(node) ? (node.range?.[0] ?? otherwise) : otherwise;
  }

  /** Returns the entries of a map, reporting duplicate keys as errors. Returns null if it is not a map. */
  entries(node: unknown): Map<string, Entry> | null {
    const map = this.follow(node);
    if (!isMap(map)) return null;
    const found = new Map<string, Entry>();
    for (const pair of map.items) {
      const keyAt = this.at(pair.key, this.at(map));
      const key = isScalar(pair.key) ? `${pair.key.value as string | number | null}` : null;
      if (key === null) this.findings.error(keyAt, "A key must be plain text.");
      else if (found.has(key)) this.findings.error(keyAt, `The key '${key}' stands here twice.`);
      else {
        const value = this.follow(pair.value);
        found.set(key, { key, keyAt, value, valueAt: this.at(pair.value, keyAt) });
      }
    }
    return found;
  }

  /** Returns the items of a list, or null if it is not a list. */
  items(node: unknown): { value: Node | null; at: number }[] | null {
    const list = this.follow(node);
    if (!isSeq(list)) return null;
    return list.items.map((item) => ({
      value: this.follow(item),
      at: this.at(item, this.at(list)),
    }));
  }

  /** Returns the value of a scalar, or undefined if it is not a scalar. */
  scalar(node: unknown): unknown {
    const scalar = this.follow(node);
    return isScalar(scalar) ? scalar.value : undefined;
  }
}
