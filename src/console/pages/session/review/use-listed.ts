import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { tacticsQuery } from "../../../api/attack.ts";
import { opinionQuery } from "../../../api/opinion.ts";
import type { StoredAnalysis, Technique } from "../../../api/session.ts";
import { subjectsOf } from "../../../parts/review-queue/change.ts";
import { useQueue } from "../../../parts/review-queue/queue-store.ts";
import {
  groupBySentence,
  groupByTactic,
  searchTechniques,
  type TechniqueGroup,
} from "../techniques/by-tactic.ts";
import type { Choice } from "../use-choice.ts";
import { passesFilter, questionedBy, type ReviewFacts } from "./filters.ts";
import { findSharedSentences } from "./same-sentence.ts";

/** The techniques listed on the page. */
export interface Listed {
  groups: readonly TechniqueGroup[];
  /** The same from top to bottom. */
  inOrder: readonly Technique[];
  /** The ids of all listed techniques. */
  shown: ReadonlySet<string>;
  facts: ReviewFacts;
}

/** Returns the techniques that match the filter and contain the words, by tactic or by sentence. */
export function useListed(analysis: StoredAnalysis, { filter, words }: Choice): Listed {
  const { techniques } = analysis;
  const tactics = useQuery(tacticsQuery(analysis)).data;
  const facts = useReviewFacts(analysis, filter === "disputed");
  return useMemo(() => {
    const passing = techniques.filter((one) => passesFilter(one, filter, facts));
    const found = searchTechniques(passing, words);
    const groups =
      filter === "same"
        ? groupBySentence(found, facts.shared)
        : groupByTactic(found, tactics ?? []);
    const inOrder = groups.flatMap((group) => group.techniques);
    return { groups, inOrder, shown: new Set(inOrder.map(({ attack_id: id }) => id)), facts };
  }, [techniques, tactics, filter, words, facts]);
}

/** @param isAsked whether to fetch the last second opinion: most sessions have none */
function useReviewFacts(analysis: StoredAnalysis, isAsked: boolean): ReviewFacts {
  const { session_id: id, techniques } = analysis;
  const opinion = useQuery({ ...opinionQuery(id), enabled: isAsked }).data;
  const queue = useQueue();
  return useMemo(() => {
    const met = queue.filter((entry) => entry.sessionId === id && entry.met !== null);
    return {
      shared: findSharedSentences(techniques),
      questioned: new Set([
        ...questionedBy(opinion),
        ...met.flatMap(({ change }) => subjectsOf(change)),
      ]),
    };
  }, [techniques, opinion, queue, id]);
}
