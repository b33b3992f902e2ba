import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Span, Technique } from "../../api/session.ts";
import { type FilterId, readFilter } from "./review/filters.ts";
import { passagesOf } from "./use-review.ts";

const route = getRouteApi("/sessions/$sessionId");
const NONE: Span[] = [];
const UNASKED = { shown: null, asked: 0 };

/** The chosen technique and passage. The technique, tab and filter are in the address. */
export interface Choice {
  id: string | null;
  technique: Technique | undefined;
  passages: readonly (Span & { text: string })[];
  /** The index of the displayed passage. */
  at: number;
  /** The scroll target in the text. */
  spot: Span | null;
  /** How often a target was requested, so that a repeated request scrolls again. */
  asked: number;
  tab: string;
  /** Which techniques are listed; null for all. */
  filter: FilterId | null;
  /** Words that listed techniques contain. */
  words: string;
  choose: (attackId: string) => void;
  /** Chooses a technique and clears the filter, so that it is listed. */
  reveal: (attackId: string) => void;
  step: (by: number) => void;
  show: (span: Span) => void;
  setTab: (tab: string) => void;
  setFilter: (filter: FilterId | null) => void;
  setWords: (words: string) => void;
  /** Chooses a technique by an offset in the text; the next one there if repeated. */
  pick: (place: number, techniques: readonly Technique[]) => void;
}

/** Manages the choice of the page. */
export function useChoice(techniques: readonly Technique[], onChoose: () => void): Choice {
  const { technique: id = null, tab = "techniques", filter = "", q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [at, setAt] = useState(0);
  const [{ shown, asked }, setShown] = useState<{ shown: Span | null; asked: number }>(UNASKED);
  const ask = (span: Span | null) => setShown((now) => ({ shown: span, asked: now.asked + 1 }));
  const technique = techniques.find(({ attack_id }) => attack_id === id);
  const passages = useMemo(
    () => (technique === undefined ? [] : passagesOf(technique)),
    [technique],
  );
  const search = (part: Record<string, string | undefined>) =>
    // The panes scroll to the choice by themselves.
    void navigate({
      search: (known) => ({ ...known, ...part }),
      replace: true,
      resetScroll: false,
    });
  const choose = (attackId: string, passage = 0, part: Record<string, undefined> = {}) => {
    setAt(passage);
    ask(null);
    onChoose();
    search({ technique: attackId, tab: undefined, ...part });
  };
  return {
    id,
    technique,
    passages: passages.length === 0 ? (NONE as []) : passages,
    at: Math.min(at, Math.max(passages.length - 1, 0)),
    spot: shown ?? passages[at] ?? passages[0] ?? null,
    asked,
    tab,
    filter: readFilter(filter),
    words: q,
    choose,
    reveal: (attackId) => choose(attackId, 0, { filter: undefined, q: undefined }),
    step: (by) => {
      ask(null);
      setAt((now) => (now + by + passages.length) % Math.max(passages.length, 1));
    },
    show: ask,
    setTab: (next) => search({ tab: next === "techniques" ? undefined : next }),
    setFilter: (next) => search({ filter: next ?? undefined }),
    setWords: (next) => search({ q: next === "" ? undefined : next }),
    pick: (place, all) => {
      const there = all.flatMap((one) => {
        const index = passagesOf(one).findIndex(({ start, end }) => start <= place && place < end);
        return index === -1 ? [] : [{ id: one.attack_id, index }];
      });
      const now = there.findIndex((one) => one.id === id);
      const next = there[(now + 1) % Math.max(there.length, 1)];
      if (next !== undefined) choose(next.id, next.index);
    },
  };
}
