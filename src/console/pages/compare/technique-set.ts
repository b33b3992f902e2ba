import { useQuery } from "@tanstack/react-query";
import { campaignQuery, groupQuery } from "../../api/actors.ts";
import type { Release } from "../../api/attack.ts";
import { layerQuery } from "../../api/layers.ts";
import { isRunning, sessionQuery } from "../../api/session.ts";

/** The sources of techniques to compare. */
export const SOURCES = ["typed", "session", "layer", "group", "campaign"] as const;
export type Source = (typeof SOURCES)[number];

const ID = /\b(?:AML\.)?T\d{4}(?:\.\d{3})?\b/gi;

/** Returns the distinct technique ids in a text, in upper case. */
export function idsIn(text: string): string[] {
  return [...new Set(text.toUpperCase().match(ID))];
}

/** Returns the ids of a source and the state of its query. */
export function useTechniqueSet(from: Source, set: string, release: Release) {
  const isOf = (source: Source) => ({ enabled: from === source && set !== "" });
  const typed = {
    data: idsIn(set),
    error: null,
    isLoading: false,
    refetch: () => Promise.resolve(),
  };
  const session = useQuery({
    ...sessionQuery(set),
    ...isOf("session"),
    // Rejected techniques are not part of the set.
    select: (answer) =>
      isRunning(answer)
        ? []
        : answer.techniques
            .filter(({ review_status }) => review_status !== "rejected")
            .map(({ attack_id }) => attack_id),
  });
  const layer = useQuery({
    ...layerQuery(set),
    ...isOf("layer"),
    select: ({ technique_ids }) => technique_ids,
  });
  const group = useQuery({ ...groupQuery(release, set), ...isOf("group"), select: idsOf });
  const campaign = useQuery({ ...campaignQuery(release, set), ...isOf("campaign"), select: idsOf });
  return { typed, session, layer, group, campaign }[from];
}

function idsOf({ techniques }: { techniques: readonly { attack_id: string }[] }): string[] {
  return techniques.map(({ attack_id }) => attack_id);
}
