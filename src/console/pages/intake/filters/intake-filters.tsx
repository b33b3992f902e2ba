import { useQuery } from "@tanstack/react-query";
import { sourceNamesQuery } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField, TypedField } from "../../../parts/filter-fields/filter-fields.tsx";
import { isNarrowed, type IntakeSearch, REASONS } from "../search.ts";
import styles from "./filters.module.css";

export const SEARCH_ID = "intake-search";

interface Props {
  search: IntakeSearch;
  onChange: (part: IntakeSearch) => void;
}

/** Narrows the list by words, reasons, source and time, and orders it. */
export function IntakeFilters({ search, onChange }: Props) {
  const { q = "", has = "", names = "", since = "", until = "", sort = "newest" } = search;
  const reason = (value: string) => REASONS.find(([one]) => one === value)?.[0];
  return (
    <div className={styles.filters}>
      <div className={fields.filters}>
        <SearchField
          id={SEARCH_ID}
          hint="Title, publisher, summary"
          value={q}
          onChange={(text) => onChange({ q: text })}
        />
        <label>
          Names
          <select
            className={controls.field}
            value={has}
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
        <TypedField
          label="ATT&CK or CVE ID"
          hint="G0016"
          value={names}
          onChange={(text) => onChange({ names: text })}
        />
        <DayField label="From" value={since} onChange={(day) => onChange({ since: day })} />
        <DayField label="To" value={until} onChange={(day) => onChange({ until: day })} />
        {isNarrowed(search) ? (
          <button
            type="button"
            className={`${controls.plain} ${styles.clear}`}
            onClick={() =>
              onChange({
                q: undefined,
                has: undefined,
                names: undefined,
                source_id: undefined,
                import_id: undefined,
                since: undefined,
                until: undefined,
              })
            }
          >
            Clear filters
          </button>
        ) : null}
      </div>
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

interface DayProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        className={controls.field}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
