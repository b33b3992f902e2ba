import { isGenericName } from "../../../intake/identity.ts";
import { outlineText } from "../../../../text/outline/outline-text.ts";
import { recognise } from "../../../intake/recognise.ts";
import { stringOf, stringsOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import type { Imported, SentFile } from "../imported.ts";
import { timeOf } from "../typed-values.ts";
import { type Links, techniquesOf } from "./links.ts";

const MAX_NAME = 300;
/** Maximum characters of the descriptions that the report quotes. */
const MAX_TEXT = 200_000;
const HASH_CHARS = 12;
/** With its extension, a file name in a title would become an observable of the report. */
const ENDING = /(?:\.(?:json|stix2?|gz|txt))+$/i;

/**
 * The single report for the indicators, observed data and cyber-observables that none of a bundle's reports, notes
 * or groupings refers to. It stores only its text, not the objects.
 */
export class LooseReport {
  /** Foreign key of the report. */
  readonly key: string;
  readonly #sent: SentFile;
  readonly #name: string | null;
  readonly #counts = new Map<string, number>();
  readonly #producers = new Map<string, number>();
  readonly #techniques = new Set<string>();
  readonly #groups = new Set<string>();
  readonly #texts = new Set<string>();
  #chars = 0;
  #latest: string | null = null;
  #isBegun = false;

  /** @param name the bundle's name for itself */
  constructor(sent: SentFile, name: string | null) {
    this.key = `stix:loose:${sent.key}`;
    this.#sent = sent;
    this.#name = name === null || isGenericName(name.slice(0, MAX_NAME)) ? null : name;
  }

  /** Records an object that belongs to the report. */
  note(object: StixObject, links: Links, names: KnownNames): void {
    count(this.#counts, kindOf(object.type));
    const producer = links.identities.get(stringOf(object["created_by_ref"]) ?? "") ?? "";
    if (producer !== "") count(this.#producers, producer);
    const date = timeOf(object["modified"]) ?? timeOf(object["created"]);
    if (date !== undefined && date > (this.#latest ?? "")) this.#latest = date;
    const said = [stringOf(object["name"]), stringOf(object["description"])];
    const text = said.filter((part) => part !== null).join("\n");
    const printed = recognise(outlineText(text), names.main);
    const refs = [object.id, ...stringsOf(object["object_refs"])];
    for (const id of techniquesOf(refs, links)) this.#techniques.add(id);
    for (const id of printed.technique_ids) this.#techniques.add(id);
    for (const id of printed.group_ids) this.#groups.add(id);
    if (said[1] !== null) this.#quote(text);
  }

  /** Yields the report on the first call. */
  *begin(): Generator<Imported> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const producer = this.#producer();
    yield {
      pointer: "",
      type: "bundle",
      id: null,
      outcome: "report",
      report: {
        title: this.#title(producer),
        url: null,
        publisher: producer,
        summary: this.#summary(),
        text: [...this.#texts].join("\n\n"),
        published_at: this.#latest,
        technique_ids: [...this.#techniques].sort(),
        group_ids: [...this.#groups].sort(),
        foreign_key: this.key,
        indicators: [],
      },
    };
  }

  #quote(text: string): void {
    if (this.#chars + text.length > MAX_TEXT || this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#chars += text.length + 2;
  }

  /** Returns the producer of most objects. */
  #producer(): string | null {
    const [most] = [...this.#producers].sort(([, a], [, b]) => b - a);
    return most?.[0] ?? null;
  }

  /** Returns the bundle's name, or else a title from its file, producer and date. */
  #title(producer: string | null): string {
    if (this.#name !== null) return this.#name.slice(0, MAX_NAME);
    const { filename, key } = this.#sent;
    const day = this.#latest?.slice(0, 10);
    // Without all three, two bundles could share a title and count as duplicates.
    const isUnique = filename !== null && producer !== null && day !== undefined;
    const hash = isUnique ? "" : ` ${key.slice(0, HASH_CHARS)}`;
    const from = producer === null ? "" : ` from ${producer.slice(0, MAX_NAME)}`;
    const of = day === undefined ? "" : `, ${day}`;
    return `${filename?.replace(ENDING, "") ?? "STIX bundle"}${hash}${from}${of}`;
  }

  #summary(): string {
    const counts = [...this.#counts].map(([kind, n]) => `${n} ${kind}`);
    return `No report, note or grouping of the bundle refers to these objects: ${counts.join(", ")}.`;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function kindOf(type: string): string {
  if (type === "indicator" || type === "observed-data") return type;
  return type === "vulnerability" ? type : "cyber-observable";
}
