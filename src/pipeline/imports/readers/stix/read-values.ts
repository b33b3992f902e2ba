import { type AttributeCounts, countType, noAttributes } from "../attribute-counts.ts";
import type { KnownKind, Match } from "../../../observables/vocabulary.ts";
import { foreignMatch, hasOneForm, matchOf } from "../typed-values.ts";
import { meaningOf } from "./value-paths.ts";

/** The observables that an object or a pattern names, and the outcome of each value. */
export class ReadValues {
  readonly matches: Match[] = [];
  readonly counts: AttributeCounts = noAttributes();
  /** Values that could not be read. */
  readonly faults: string[] = [];

  /** Adds a value at a path of an object of this type. */
  add(type: string, path: string, value: string): void {
    const meaning = meaningOf(type, path);
    if (meaning === "measure") {
      this.addNothing();
      return;
    }
    const known = "type" in meaning ? matchOf(meaning.type, value) : null;
    if (known !== null) this.#keep(known);
    else if ("type" in meaning && hasOneForm(meaning.type)) this.#refuse(`${type}:${path}`);
    else this.#keepForeign("foreign" in meaning ? meaning.foreign : type, value);
  }

  /** Adds a value of a known kind. */
  addKnown(kind: KnownKind, value: string): void {
    const match = matchOf(kind, value);
    if (match === null) this.#refuse(kind);
    else this.#keep(match);
  }

  /** Adds a value of a kind `misp:...` or `stix:...`. */
  addForeign(kind: string, value: string): void {
    const format = kind.startsWith("misp:") ? "misp" : "stix";
    this.#keepForeign(kind.slice(format.length + 1), value, format);
  }

  /** Counts a comparison that names no value. */
  addNothing(): void {
    this.counts.seen += 1;
    this.counts.without_value += 1;
  }

  #keep(match: Match): void {
    this.counts.seen += 1;
    this.counts.observables += 1;
    countType(this.counts.kinds, match.kind);
    this.matches.push(match);
  }

  #keepForeign(type: string, value: string, format: "misp" | "stix" = "stix"): void {
    // A multi-line command is a single value.
    const match = foreignMatch(format, type, value.replace(/\s*[\r\n]+\s*/g, " "));
    if (match === null) {
      this.#refuse(type);
      return;
    }
    this.counts.seen += 1;
    countType(this.counts.foreign, match.kind.slice(format.length + 1));
    this.matches.push(match);
  }

  #refuse(type: string): void {
    this.counts.seen += 1;
    this.counts.refused += 1;
    this.faults.push(`has a value that is no ${type.slice(0, 200)}`);
  }
}
