import { counted } from "../../../parts/counted.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type TestFirst, type TestFirstItem, testFirstQuery } from "../../../api/coverage.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import styles from "../coverage-page.module.css";
import { type CoverageSearch, wantedOf } from "../search.ts";
import { FirstItem } from "./first-item.tsx";

/** What to test first, with the reasons. */
export function TestFirstView({ search }: { search: CoverageSearch }) {
  const asked = useQuery({
    ...testFirstQuery(wantedOf(search)),
    placeholderData: keepPreviousData,
  });
  if (asked.isError) return <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data === undefined) return <Skeleton what="what to test first" lines={12} />;
  return <Items first={asked.data} isOlder={asked.isPlaceholderData} />;
}

function Items({ first, isOlder }: { first: TestFirst; isOlder: boolean }) {
  const { items, technique_count: count, domain, version } = first;
  if (items.length === 0) {
    return <p className={styles.quiet}>There is no technique to test. Add another set.</p>;
  }
  return (
    <div aria-busy={isOlder} className={styles.answer}>
      <p className={styles.quiet}>
        {items.length} of {counted(count, "technique")}, highest score first. The score is
        confidence × use × gap × test, each from 0 to 1. Tests are those of Atomic Red Team; they
        are named here and never run.
      </p>
      <ol className={styles.items}>
        {items.map((item: TestFirstItem) => (
          <FirstItem key={item.attack_id} item={item} release={{ domain, version }} />
        ))}
      </ol>
    </div>
  );
}
