import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { comparisonQuery, MODES, type Side, SIDES } from "../../api/actors.ts";
import { MODE_HINTS, MODE_NAMES } from "../../parts/measures.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { ReleasePicker } from "../../parts/release-picker/release-picker.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import styles from "./compare-page.module.css";
import { Matches } from "./matches.tsx";
import { Segments } from "./segments.tsx";
import { SetInput } from "./set-input.tsx";
import { useTechniqueSet } from "./technique-set.ts";

const route = getRouteApi("/compare");

const SIDE_NAMES: Record<Side, string> = { groups: "Groups", campaigns: "Campaigns" };
/** Compares a set of techniques with all groups or campaigns. */
export function ComparePage() {
  const search = route.useSearch();
  const { from = "typed", set = "", against = "groups", mode = "mixed", domain, version } = search;
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const release = { domain, version };
  const chosen = useTechniqueSet(from, set, release);
  const ids = chosen.data ?? [];
  const found = useQuery({
    ...comparisonQuery(release, against, mode, ids),
    placeholderData: keepPreviousData,
  });
  const failed = chosen.error === null ? found : chosen;
  const isReading = chosen.isLoading || found.isLoading;
  return (
    <Page
      title="Compare techniques"
      lead="Which groups or campaigns of ATT&CK use techniques like those of a report or a list."
      action={<ReleasePicker domain={domain} version={version} onChange={change} />}
    >
      <SetInput key={from} from={from} set={set} release={release} onChange={change} />
      <div className={styles.options}>
        <Segments
          legend="Against"
          values={SIDES}
          names={SIDE_NAMES}
          value={against}
          onChange={(side) => change({ against: side })}
        />
        <Segments
          legend="Measure"
          values={MODES}
          names={MODE_NAMES}
          value={mode}
          onChange={(measure) => change({ mode: measure })}
        />
        <p className={styles.hint}>{MODE_HINTS[mode]}</p>
      </div>
      {failed.error === null ? null : (
        <ErrorPane error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {isReading ? <Skeleton what="the comparison" /> : null}
      {from === "typed" && ids.length === 0 ? (
        <p className={styles.empty}>
          Type technique IDs, or choose a report, layer, group or campaign. The most similar{" "}
          {against} appear here.
        </p>
      ) : null}
      {found.data === undefined || ids.length === 0 ? null : (
        // The previous result stays until the new one arrives, and is marked as older.
        <div aria-busy={found.isPlaceholderData} className={styles.answer}>
          <Matches found={found.data} ids={ids} mode={mode} side={against} release={release} />
        </div>
      )}
    </Page>
  );
}
