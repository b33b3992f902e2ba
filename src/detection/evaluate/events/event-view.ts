import type { Work } from "../work.ts";
import { type Aliases, aliasesOf, aliasOf } from "./audit-fields.ts";
import { ECS_FIELDS } from "./ecs-fields.ts";
import { allValues, FieldValue, valuesOf } from "./field-value.ts";
import { follow } from "./json-object.ts";
import { layOut, type Layout } from "./layout.ts";
import { squeeze } from "./squeeze.ts";
import { headField, headNameOf, isHeadField, systemField } from "./system-fields.ts";

/** The values of a field, empty for null and for empty lists; null if the event lacks the field. */
export type FoundValues = readonly FieldValue[] | null;

/** An event with its fields by name, whatever layout its program uses. */
export class EventView {
  readonly event: unknown;
  readonly work: Work;
  readonly layout: Layout;
  readonly #aliases: Aliases | null;
  readonly #found = new Map<string, FoundValues>();
  #squeezed: Map<string, unknown> | null = null;
  #all: readonly FieldValue[] | null = null;
  #kept: { make: unknown; value: unknown } | null = null;
  readonly #views = new Map<string, EventView>();

  /** @param of layout and aliases, for a view with other field names than the event's own */
  constructor(event: unknown, work: Work, of?: { layout: Layout; aliases: Aliases }) {
    this.event = event;
    this.work = work;
    this.layout = of?.layout ?? layOut(event);
    this.#aliases = of?.aliases ?? null;
  }

  /** Returns the event under the field names that rules of a category use. */
  under(category: string): EventView {
    const known = this.#views.get(category);
    if (known !== undefined) return known;
    const aliases = aliasesOf(category, this.find("EventID")?.[0]?.text ?? "");
    const view =
      aliases === null
        ? this
        : new EventView(this.event, this.work, { layout: this.layout, aliases });
    this.#views.set(category, view);
    return view;
  }

  /** Returns the result of a function of the event, computed once. Only the last function's result is cached. */
  keep<T>(make: (view: EventView) => T): T {
    if (this.#kept?.make !== make) this.#kept = { make, value: make(this) };
    return this.#kept.value as T;
  }

  /** Returns the values of a field. */
  find(name: string): FoundValues {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const value = this.#look(name);
    const found = value === undefined ? null : valuesOf(value);
    this.#found.set(name, found);
    return found;
  }

  /** Returns every value of the event. */
  all(): readonly FieldValue[] {
    this.#all ??= allValues(this.event);
    return this.#all;
  }

  #look(name: string): unknown {
    const { layout } = this;
    const alias = this.#aliases === null ? undefined : aliasOf(this.#aliases, name, layout);
    if (alias !== undefined) return alias;
    const head = isHeadField(name) ? headField(layout, name) : undefined;
    if (head !== undefined) return head;
    for (const part of layout.data) {
      const value = follow(part, name);
      if (value !== undefined) return value;
    }
    const value = follow(layout.top, name);
    if (value !== undefined) return value;
    const attribute = systemField(layout, name);
    return attribute === undefined ? this.#otherwise(name) : attribute;
  }

  /** Returns a field that has another name. */
  #otherwise(name: string): unknown {
    const squeezed = this.#squeeze().get(squeeze(name));
    if (squeezed !== undefined) return squeezed;
    for (const path of ECS_FIELDS.get(name) ?? []) {
      const value = follow(this.layout.top, path);
      if (value !== undefined) return value;
    }
    const head = headNameOf(name);
    return head === undefined ? this.#hash(name) : headField(this.layout, head);
  }

  /** Indexes the fields by their names without spaces and case. */
  #squeeze(): Map<string, unknown> {
    if (this.#squeezed !== null) return this.#squeezed;
    const squeezed = new Map<string, unknown>();
    for (const part of [...this.layout.data, this.layout.top]) {
      for (const key of Object.keys(part)) {
        const name = squeeze(key);
        if (!squeezed.has(name)) squeezed.set(name, part[key]);
      }
    }
    this.#squeezed = squeezed;
    return squeezed;
  }

  /** Returns `md5`, `sha256` and others from Sysmon's `Hashes`. */
  #hash(name: string): unknown {
    if (!/^(?:md5|sha1|sha256|imphash)$/i.test(name)) return undefined;
    for (const { text } of this.find("Hashes") ?? []) {
      const found = new RegExp(`(?:^|,)${name}=([0-9a-f]+)`, "i").exec(text);
      if (found?.[1] !== undefined) return found[1];
    }
    return undefined;
  }
}
