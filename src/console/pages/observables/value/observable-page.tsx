import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ObservableContext, observableQuery } from "../../../api/observables.ts";
import { Problem } from "../../../api/problem.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { TagList } from "../../../parts/tag-list/tag-list.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { SuppressBar } from "../changes/suppress-bar.tsx";
import { DefangSwitch } from "../shown/defang-switch.tsx";
import { ObservableValue } from "../shown/observable-value.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { DecisionBar } from "./decisions.tsx";
import { Enrichments } from "./enrichments/enrichments.tsx";
import { Facts } from "./facts.tsx";
import { History } from "./history.tsx";
import { Mentions } from "./mentions.tsx";
import { NamedBeside } from "./named-beside.tsx";
import styles from "./observable-page.module.css";
import { SeenWith } from "./seen-with.tsx";
import { useDecisions } from "./use-decisions.ts";
import { useValueKeys } from "./use-value-keys.ts";

const route = getRouteApi("/observables/$observableId");
const LIST = { to: "/observables", name: "Observables" };
const MOST_TAGS = { tags: 50, chars: 100 };

/** Everything known about one value. */
export function ObservablePage() {
  const { observableId } = route.useParams();
  const read = useQuery(observableQuery(observableId));
  const isGone = read.error instanceof Problem && read.error.status === 404;
  if (read.data !== undefined && !isGone) return <Known key={observableId} context={read.data} />;
  if (!read.isError) return <Skeleton what="what is known of it" lines={12} />;
  return (
    <Page title="Observable" above={LIST}>
      {isGone ? (
        <p>
          This value is no longer an observable. It was suppressed, or the reports that mention it
          were deleted. Look for it among the{" "}
          <PathLink path="/observables/suppressed">suppressed values</PathLink>.
        </p>
      ) : (
        <ErrorPane error={read.error} onRetry={() => void read.refetch()} />
      )}
    </Page>
  );
}

function Known({ context }: { context: ObservableContext }) {
  const { observable, history } = context;
  const mayChange = useMayChange();
  const decisions = useDecisions(observable);
  useValueKeys(decisions, mayChange);
  const value = plainValue(observable);
  return (
    <Page
      title={<ObservableValue kind={observable.kind} value={value} isWhole />}
      above={LIST}
      action={
        <>
          <DefangSwitch />
          <CopyButton text={value} name="Copy plain value" />
        </>
      }
    >
      <SuppressBar />
      {mayChange ? <DecisionBar observable={observable} decisions={decisions} /> : null}
      <Facts observable={observable} />
      <section aria-label="Tags" className={styles.line}>
        <span className={styles.quiet}>
          {observable.tags.length === 0 && !mayChange ? "No tags" : "Tags"}
        </span>
        <TagList
          tags={observable.tags}
          most={MOST_TAGS}
          mayChange={mayChange}
          onChange={(tags) => decisions.change({ tags })}
        />
      </section>
      <Mentions context={context} />
      <NamedBeside named={context.named} />
      <SeenWith context={context} />
      <Enrichments observable={observable} />
      <History history={history} />
    </Page>
  );
}
