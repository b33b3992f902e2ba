import type { Outline } from "../../text/document/document.ts";
import { readMentions } from "./context/read-mentions.ts";
import { findOccurrences } from "./extract/find-occurrences.ts";
import type { FoundValue, Occurrence, RuledValue } from "./found.ts";
import { ruleOfRole } from "./roles.ts";
import { suppressionRuleOf } from "./suppression-rule.ts";
import type { WarningListDeps } from "./warning-lists/deps.ts";
import { openWarningLists } from "./warning-lists/open-warning-lists.ts";
import { WarningLists } from "./warning-lists/warning-lists.ts";
import { keyOf, OBSERVABLE_ROLES } from "./vocabulary.ts";

/** Finds the observables of texts, and determines which values are suppressed. */
export class ObservableReader {
  readonly #lists: WarningLists;

  /** @param lists if empty, only addresses outside the public internet are suppressed */
  constructor(lists = new WarningLists([])) {
    this.#lists = lists;
  }

  /**
   * Returns the values of a text, each once, ignoring its furniture.
   * @param occurrences their positions, if known
   * @param publisher host of the site that published the text, whose own name is not an indicator
   */
  read(
    outline: Outline,
    publisher: string | null,
    title: string | null = null,
    occurrences: readonly Occurrence[] = findOccurrences(outline),
  ): RuledValue[] {
    const found = readMentions(outline, occurrences, { publisher, title, lists: this.#lists });
    return found.map((value) => this.rule(value, publisher));
  }

  /** Adds the suppression, if any, to a given value. */
  rule(value: FoundValue, publisher: string | null): RuledValue {
    const ofRole = ruleOfRole(value.role);
    const suppressed = suppressionRuleOf(value, publisher, this.#lists);
    return { ...value, suppressed: suppressed ?? (ofRole && { rule: ofRole, list: null }) };
  }

  /**
   * Merges the values that a sender marks with those in the text: the marking takes precedence, the text adds the
   * mentions. Being the host of a marked URL does not count as a marking.
   */
  merge(marked: readonly RuledValue[], read: readonly RuledValue[]): RuledValue[] {
    const merged = new Map(marked.map((value) => [keyOf(value), value]));
    for (const value of read) {
      const known = merged.get(keyOf(value));
      const { count, mentions: places } = value;
      const mentions = [...places, ...(known?.mentions ?? [])];
      const isMarked = known !== undefined && !(known.role === "host" && isStronger(value, known));
      merged.set(keyOf(value), isMarked ? { ...known, count, mentions } : value);
    }
    return [...merged.values()];
  }
}

function isStronger(one: FoundValue, other: FoundValue): boolean {
  return OBSERVABLE_ROLES.indexOf(one.role) < OBSERVABLE_ROLES.indexOf(other.role);
}

/** Creates a reader with the current warning lists. */
export async function openObservableReader(deps: WarningListDeps): Promise<ObservableReader> {
  return new ObservableReader(await openWarningLists(deps));
}
