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

/** Finds the observables of texts, and says what keeps a value out. */
export class ObservableReader {
  readonly #lists: WarningLists;

  /** @param lists without any, nothing is kept out but addresses that are not of the internet */
  constructor(lists = new WarningLists([])) {
    this.#lists = lists;
  }

  /**
   * The values that stand in a text, each once; nothing in its furniture.
   * @param occurrences their places, where they are known
   * @param publisher host of the site that the text comes from, whose own name is no indicator
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

  /** A value that somebody names, with what keeps it out. */
  rule(value: FoundValue, publisher: string | null): RuledValue {
    const ofRole = ruleOfRole(value.role);
    const suppressed = suppressionRuleOf(value, publisher, this.#lists);
    return { ...value, suppressed: suppressed ?? (ofRole && { rule: ofRole, list: null }) };
  }

  /**
   * What a sender marks and what the text says, as one: the mark decides, the text has the places. That
   * it is the host of a marked URL is no mark of its own.
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

/** A reader with the warning lists as they are now. */
export async function openObservableReader(deps: WarningListDeps): Promise<ObservableReader> {
  return new ObservableReader(await openWarningLists(deps));
}
