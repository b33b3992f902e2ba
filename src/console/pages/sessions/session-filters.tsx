import controls from "../../parts/controls.module.css";
import { SearchField, TypedField } from "../../parts/filter-fields/filter-fields.tsx";
import { REVIEW_STATE_IDS, REVIEW_STATES } from "../../parts/review-state/review-state.ts";
import styles from "../../parts/filter-fields/filter-fields.module.css";
import { type Filters, ORDERS, STATUSES } from "./search.ts";

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
const REVIEWS = [
  ["", "All"],
  ...REVIEW_STATE_IDS.map((state) => [state, REVIEW_STATES[state]] as const),
] as const;

/** Fields that filter the list. The filters are in the address, so they can be shared. */
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
        <Choice
          label="Review"
          choices={REVIEWS}
          value={filters.review_state}
          onChange={(state) => onChange({ review_state: state })}
        />
        <Choice
          label="Status"
          choices={STATUSES}
          value={filters.status}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label="Order"
          choices={ORDERS}
          value={filters.order}
          onChange={(order) => onChange({ order })}
        />
        <OwnToggle filters={filters} onChange={onChange} />
      </div>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** The first is the default, which the address omits. */
  choices: readonly (readonly [value: Value | "", name: string])[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  const [[first]] = choices as [ChoiceProps<Value>["choices"][number]];
  const choose = (text: string) => {
    const [chosen] = choices.find(([one]) => one === text) ?? [""];
    onChange(chosen === first || chosen === "" ? undefined : chosen);
  };
  return (
    <label>
      {label}
      <select
        className={controls.field}
        value={value ?? first}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filters the list to sessions assigned to the user. */
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
