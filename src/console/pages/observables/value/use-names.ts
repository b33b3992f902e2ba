import { useQueries, useQuery } from "@tanstack/react-query";
import { techniquesQuery, versionsQuery } from "../../../api/attack.ts";

/** The name of a knowledge base object, and its domain. */
export interface Named {
  name: string;
  domain: string;
}

interface Listed {
  data?: readonly { attack_id: string; name: string }[] | undefined;
}

/** Returns the techniques of the current releases by id; none while they load. */
export function useNames(isWanted: boolean): ReadonlyMap<string, Named> {
  const { data: versions = [] } = useQuery({ ...versionsQuery, enabled: isWanted });
  const domains = versions.filter((one) => one.is_current).map(({ domain }) => domain);
  const combine = (results: readonly Listed[]) =>
    results.flatMap(({ data = [] }, index) =>
      data.map(({ attack_id: id, name }) => [id, { name, domain: domains[index] ?? "" }] as const),
    );
  const techniques = useQueries({
    queries: domains.map((domain) => techniquesQuery({ domain })),
    combine,
  });
  // The first domain with an id is the most likely one.
  return new Map(techniques.toReversed());
}
