import controls from "../../parts/controls.module.css";
import { SearchField, TypedField } from "../../parts/filter-fields/filter-fields.tsx";
import { REVIEW_STATE_IDS, REVIEW_STATES } from "../../parts/review-state/review-state.ts";
import styles from "../../parts/filter-fields/filter-fields.module.css";

const NAMES = [
  "search",
  "technique",
  "group",
  "software",
  "tag",
  "assignee",
  "review_state",
  "status",
  "order",
] as const;
export type Filters = { [Name in (typeof NAMES)[number]]?: string | undefined };

/** Returns the filters of an address, without anything else that it may have. */
export function filtersOf(search: Filters): Filters {
  const given = NAMES.filter((name) => search[name] !== undefined && search[name] !== "");
  return Object.fromEntries(given.map((name) => [name, search[name]]));
}

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

const FIELDS = [
  { name: "technique", label: "Technique", hint: "T1059" },
  { name: "group", label: "Group", hint: "APT29" },
  { name: "software", label: "Software", hint: "Cobalt Strike" },
  { name: "tag", label: "Tag", hint: "ransomware" },
  { name: "assignee", label: "Assigned to", hint: "me, or a user" },
] as const;

/** What the list is narrowed by; it stands in the address, so it can be shared. */
export function SessionFilters({ filters, onChange }: Props) {
  return (
    <div className={styles.rows} role="search" aria-label="Reports">
      <div className={styles.filters}>
        <SearchField
          id="session-search"
          hint="Name, title, file, summary or note"
          value={filters.search ?? ""}
          onChange={(search) => onChange({ search })}
        />
        {FIELDS.map(({ name, label, hint }) => (
          <TypedField
            key={name}
            label={label}
            hint={hint}
            value={filters[name] ?? ""}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <div className={styles.filters}>
        <ReviewField filters={filters} onChange={onChange} />
        <label>
          Status
          <select
            className={controls.field}
            value={filters.status ?? "completed"}
            onChange={({ target }) =>
              onChange({ status: target.value === "completed" ? "" : target.value })
            }
          >
            <option value="completed">Completed</option>
            <option value="processing">Being analyzed</option>
            <option value="failed">Failed</option>
          </select>
        </label>
        <label>
          Order
          <select
            className={controls.field}
            value={filters.order ?? "newest"}
            onChange={({ target }) =>
              onChange({ order: target.value === "newest" ? "" : target.value })
            }
          >
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
            <option value="name">By name</option>
            <option value="techniques">By techniques</option>
          </select>
        </label>
        <OwnToggle filters={filters} onChange={onChange} />
      </div>
    </div>
  );
}

/** How far the review is to be. */
function ReviewField({ filters, onChange }: Props) {
  return (
    <label>
      Review
      <select
        className={controls.field}
        value={filters.review_state ?? ""}
        onChange={({ target }) => onChange({ review_state: target.value })}
      >
        <option value="">All</option>
        {REVIEW_STATE_IDS.map((state) => (
          <option key={state} value={state}>
            {REVIEW_STATES[state]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Narrows the list to what is assigned to the reader. */
function OwnToggle({ filters, onChange }: Props) {
  const isOn = filters.assignee === "me";
  return (
    <button
      type="button"
      className={`${controls.button} ${styles.toggle}`}
      aria-pressed={isOn}
      onClick={() => onChange({ assignee: isOn ? "" : "me" })}
    >
      Assigned to me
    </button>
  );
}
