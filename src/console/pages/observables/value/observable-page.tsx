import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ObservableContext, observableQuery } from "../../../api/observables.ts";
import { Problem } from "../../../api/problem.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { TagList } from "../../../parts/tag-list/tag-list.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { SuppressBar } from "../changes/suppress-bar.tsx";
import { DefangSwitch } from "../shown/defang-switch.tsx";
import { ObservableValue } from "../shown/observable-value.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { DecisionBar } from "./decisions.tsx";
import { Enrichments } from "./enrichments.tsx";
import { Facts } from "./facts.tsx";
import { History } from "./history.tsx";
import { Mentions } from "./mentions.tsx";
import styles from "./observable-page.module.css";
import { SeenWith } from "./seen-with.tsx";
import { useDecisions } from "./use-decisions.ts";
import { useValueKeys } from "./use-value-keys.ts";

const route = getRouteApi("/observables/$observableId");
const MOST_TAGS = { tags: 50, chars: 100 };

/** Everything that is known of one value. */
export function ObservablePage() {
  const { observableId } = route.useParams();
  const read = useQuery(observableQuery(observableId));
  const isGone = read.error instanceof Problem && read.error.status === 404;
  if (read.data !== undefined && !isGone) return <Known key={observableId} context={read.data} />;
  if (!read.isError) return <Skeleton what="what is known of it" lines={12} />;
  return (
    <section className={styles.page}>
      <h1>Observable</h1>
      {isGone ? (
        <p>
          It is not among the observables: it was suppressed, or what mentioned it was deleted.{" "}
          <Link to="/observables">All observables</Link>
        </p>
      ) : (
        <ErrorPane error={read.error} onRetry={() => void read.refetch()} />
      )}
    </section>
  );
}

function Known({ context }: { context: ObservableContext }) {
  const { observable, history } = context;
  const mayChange = useMayChange();
  const decisions = useDecisions(observable);
  useValueKeys(decisions, mayChange);
  const value = plainValue(observable);
  return (
    <article className={styles.page}>
      <p className={styles.line}>
        <Link to="/observables">All observables</Link>
        <DefangSwitch />
        <CopyButton text={value} name="Copy plain value" />
      </p>
      <h1 className={styles.value}>
        <ObservableValue kind={observable.kind} value={value} isWhole />
      </h1>
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
      <SeenWith context={context} />
      <Enrichments observable={observable} />
      <History history={history} />
    </article>
  );
}
