import { useQuery } from "@tanstack/react-query";
import { sourceNamesQuery } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField, TypedField } from "../../../parts/filter-fields/filter-fields.tsx";
import { type IntakeSearch, REASONS, isNarrowed } from "../search.ts";
import styles from "./filters.module.css";

export const SEARCH_ID = "intake-search";

const NO_FILTERS: IntakeSearch = {
  q: undefined,
  has: undefined,
  names: undefined,
  source_id: undefined,
  import_id: undefined,
  since: undefined,
  until: undefined,
};

interface Props {
  search: IntakeSearch;
  onChange: (part: IntakeSearch) => void;
}

/** Filters the list by words, reasons, source and time, and sorts it. */
export function IntakeFilters({ search, onChange }: Props) {
  const { q = "", sort = "newest" } = search;
  return (
    <div className={`${fields.filters} ${styles.filters}`}>
      <SearchField
        id={SEARCH_ID}
        hint="Title, publisher, summary"
        value={q}
        onChange={(text) => onChange({ q: text })}
      />
      <MentionsField value={search.has ?? ""} onChange={onChange} />
      <SourceField value={search.source_id ?? ""} onChange={onChange} />
      <label>
        Sort
        <select
          className={controls.field}
          value={sort}
          onChange={({ target }) =>
            onChange({ sort: target.value === "worth" ? "worth" : undefined })
          }
        >
          <option value="newest">Newest first</option>
          <option value="worth">Most worth reading first</option>
        </select>
      </label>
      <MoreFilters search={search} onChange={onChange} />
      {isNarrowed(search) ? (
        <button
          type="button"
          className={`${controls.plain} ${styles.clear}`}
          onClick={() => onChange(NO_FILTERS)}
        >
          Clear filters
        </button>
      ) : null}
    </div>
  );
}

function SourceField({ value, onChange }: { value: string; onChange: Props["onChange"] }) {
  const sources = useQuery(sourceNamesQuery).data ?? [];
  const isListed = value === "" || sources.some(({ id }) => id === value);
  return (
    <label>
      Source
      <select
        className={`${controls.field} ${styles.source}`}
        value={value}
        onChange={({ target }) => onChange({ source_id: target.value })}
      >
        <option value="">Any source</option>
        {sources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isListed ? null : <option value={value}>Deleted source</option>}
      </select>
    </label>
  );
}

function MentionsField({ value, onChange }: { value: string; onChange: Props["onChange"] }) {
  const reason = (name: string) => REASONS.find(([one]) => one === name)?.[0];
  return (
    <label>
      Mentions
      <select
        className={controls.field}
        value={value}
        onChange={({ target }) => onChange({ has: reason(target.value) })}
      >
        <option value="">Anything</option>
        {REASONS.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Rarely used filters. */
function MoreFilters({ search, onChange }: Props) {
  const { names = "", since = "", until = "" } = search;
  const isMore = names !== "" || since !== "" || until !== "";
  return (
    <details className={styles.more} open={isMore || undefined}>
      <summary>More filters</summary>
      <div className={fields.filters}>
        <TypedField
          label="ATT&CK or CVE ID"
          hint="G0016"
          value={names}
          onChange={(text) => onChange({ names: text })}
        />
        <TypedField
          label="Collected from"
          hint="2026-01-31"
          value={since}
          onChange={(day) => onChange({ since: day })}
        />
        <TypedField
          label="Collected until"
          hint="2026-01-31"
          value={until}
          onChange={(day) => onChange({ until: day })}
        />
      </div>
    </details>
  );
}
