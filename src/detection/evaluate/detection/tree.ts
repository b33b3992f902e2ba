import type { EventView } from "../events/event-view.ts";
import type { Wanted } from "./wanted.ts";

/** A part of a condition that is true or false for an event. */
export interface Part {
  holds(view: EventView): boolean;
}

/** One field of a selection with its allowed values, or keywords for the whole event if it has no name. */
export class FieldTest implements Part {
  readonly field: string | null;
  readonly modifiers: readonly string[];
  readonly wanted: readonly Wanted[];
  /** Whether all of the values must match, not just one. */
  readonly isAll: boolean;
  readonly isNegated: boolean;

  constructor(field: string | null, modifiers: readonly string[], wanted: readonly Wanted[]) {
    this.field = field;
    this.modifiers = modifiers;
    this.wanted = wanted;
    this.isAll = modifiers.includes("all");
    this.isNegated = modifiers.includes("neq");
  }

  /** Returns the event's values of the field. */
  found(view: EventView) {
    return this.field === null ? view.all() : view.find(this.field);
  }

  holds(view: EventView): boolean {
    return this.#compare(view) !== this.isNegated;
  }

  #compare(view: EventView): boolean {
    view.work.spend(5);
    const found = this.found(view);
    for (const wanted of this.wanted) {
      if (wanted.holds(found, view) !== this.isAll) return !this.isAll;
    }
    return this.isAll;
  }
}

/** Requires a number of parts to be true: all, one, or another number. */
export class Several implements Part {
  readonly parts: readonly Part[];
  readonly least: number;

  constructor(parts: readonly Part[], least: number) {
    this.parts = parts;
    this.least = least;
  }

  holds(view: EventView): boolean {
    view.work.spend(1);
    let missing = this.least;
    let left = this.parts.length;
    for (const part of this.parts) {
      if (missing <= 0 || missing > left) break;
      if (part.holds(view)) missing -= 1;
      left -= 1;
    }
    return missing <= 0;
  }
}

export const allOf = (parts: readonly Part[]) => single(parts) ?? new Several(parts, parts.length);
export const anyOf = (parts: readonly Part[]) => single(parts) ?? new Several(parts, 1);

const single = (parts: readonly Part[]) => (parts.length === 1 ? parts[0] : undefined);

export class Not implements Part {
  readonly part: Part;

  constructor(part: Part) {
    this.part = part;
  }

  holds(view: EventView): boolean {
    return !this.part.holds(view);
  }
}

/** A named selection. */
export class Selection implements Part {
  readonly name: string;
  readonly part: Part;

  constructor(name: string, part: Part) {
    this.name = name;
    this.part = part;
  }

  holds(view: EventView): boolean {
    return this.part.holds(view);
  }
}
