import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type NamedRelease, tacticsQuery, techniquesQuery } from "../../api/attack.ts";
import { buildColumns, type Tactic, type Technique } from "./grid/build-columns.ts";
import { filterColumns, platformsOf } from "./grid/filter-columns.ts";
import type { Scores } from "./overlays/combine-scores.ts";
import type { MatrixSearch } from "./search.ts";

const NO_TACTICS: readonly Tactic[] = [];
const NO_TECHNIQUES: readonly Technique[] = [];

/** Returns the matrix of a release, as far as it is loaded. */
export function useMatrix(release: NamedRelease) {
  const enabled = release.version !== "";
  const tacticsAsked = useQuery({ ...tacticsQuery(release), enabled });
  const techniquesAsked = useQuery({ ...techniquesQuery(release), enabled });
  const tactics = tacticsAsked.data ?? NO_TACTICS;
  const techniques = techniquesAsked.data ?? NO_TECHNIQUES;
  const columns = useMemo(() => buildColumns(tactics, techniques), [tactics, techniques]);
  const platforms = useMemo(() => platformsOf(techniques), [techniques]);
  const known = useMemo(() => new Set(techniques.map(({ attack_id }) => attack_id)), [techniques]);
  return {
    tactics,
    columns,
    platforms,
    known,
    isRead: tacticsAsked.isSuccess && techniquesAsked.isSuccess,
    error: tacticsAsked.error ?? techniquesAsked.error,
  };
}

/** Returns the columns that match the filters of the address; the same objects while the filters do not change. */
export function useFiltered(
  columns: ReturnType<typeof useMatrix>["columns"],
  { search = "", platform = "", tactic = "", scored }: MatrixSearch,
  /** Null without overlays. */
  scores: Scores | null,
) {
  const only = scored === true ? scores : null;
  return useMemo(
    () => filterColumns(columns, { search, platform, tactic, only }),
    [columns, search, platform, tactic, only],
  );
}
