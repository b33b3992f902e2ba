import type { Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { type Standing, STANDINGS } from "../judgement/standing.ts";
import type { Choice } from "../use-choice.ts";
import { FILTER_NAMES, type FilterId, FILTERS, passesFilter, type ReviewFacts } from "./filters.ts";
import styles from "./filter-chips.module.css";

interface Props {
  techniques: readonly Technique[];
  facts: ReviewFacts;
  choice: Choice;
}

/** Filters of the list with their counts; for judged techniques also by who names them. */
export function FilterChips({ techniques, facts, choice }: Props) {
  const countOf = (filter: FilterId | null) =>
    techniques.filter((one) => passesFilter(one, filter, facts)).length;
  const standings = (Object.keys(STANDINGS) as Standing[])
    .map((standing) => `standing:${standing}` as const)
    // Disputed ones already have a filter.
    .filter((filter) => filter !== "standing:disputed" && countOf(filter) > 0);
  const chip = (filter: FilterId | null, name: string, help?: string) => (
    <button
      key={filter ?? "all"}
      type="button"
      className={controls.button}
      title={help}
      aria-pressed={choice.filter === filter}
      onClick={() => choice.setFilter(choice.filter === filter ? null : filter)}
    >
      {name} <span className={styles.count}>{countOf(filter)}</span>
    </button>
  );
  return (
    <>
      <div role="group" aria-label="Filter" className={styles.chips}>
        {chip(null, "All")}
        {/* A filter without matches has no chip, so that the others fit on one line. */}
        {FILTERS.filter((id) => id === "unreviewed" || id === choice.filter || countOf(id) > 0).map(
          (id) => chip(id, FILTER_NAMES[id].name, FILTER_NAMES[id].help),
        )}
      </div>
      {standings.length === 0 ? null : (
        <div role="group" aria-label="Named by" className={styles.chips}>
          {standings.map((filter) => chip(filter, STANDINGS[filter.slice(9) as Standing]))}
        </div>
      )}
    </>
  );
}
