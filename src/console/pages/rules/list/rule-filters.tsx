import controls from "../../../parts/controls.module.css";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField, TypedField } from "../../../parts/filter-fields/filter-fields.tsx";
import { LANGUAGE_NAMES } from "../../../parts/rule-names.ts";
import { levelName, LEVELS, STATES } from "../words.ts";
import type { Filters } from "./filters.ts";

export const SEARCH_ID = "rule-search";
const STATE_CHOICES = STATES.map(({ state, name }) => [state, name] as const);
const LEVEL_CHOICES = LEVELS.map((level) => [level, levelName(level)] as const);
const LANGUAGE_CHOICES = Object.entries(LANGUAGE_NAMES);
const TYPED = [
  ["product", "Product", "windows"],
  ["category", "Category", "process_creation"],
  ["service", "Service", "security"],
] as const;

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Fields that filter the list. The filters are in the address, so they can be shared. */
export function RuleFilters({ filters, onChange }: Props) {
  return (
    <div className={fields.filters} role="search" aria-label="Rules">
      <SearchField
        id={SEARCH_ID}
        hint="Words of title or text"
        value={filters.q ?? ""}
        onChange={(q) => onChange({ q })}
      />
      <Choice
        label="State"
        value={filters.state ?? ""}
        choices={STATE_CHOICES}
        onChange={(state) => onChange({ state: state as Filters["state"] })}
      />
      <Choice
        label="Level"
        value={filters.level ?? ""}
        choices={LEVEL_CHOICES}
        onChange={(level) => onChange({ level })}
      />
      <Choice
        label="Language"
        value={filters.language ?? ""}
        choices={LANGUAGE_CHOICES}
        onChange={(language) => onChange({ language })}
      />
      <TypedField
        label="Technique"
        hint="T1059.001"
        value={filters.technique_id ?? ""}
        onChange={(id) => onChange({ technique_id: id, ...(id === "" && { include: undefined }) })}
      />
      {filters.technique_id === undefined ? null : (
        <Choice
          label="Sub-techniques"
          value={filters.include ?? ""}
          any="Not with it"
          choices={[["subtechniques", "With it"]]}
          onChange={(include) => onChange({ include: include as Filters["include"] })}
        />
      )}
      {TYPED.map(([name, label, hint]) => (
        <TypedField
          key={name}
          label={label}
          hint={hint}
          value={filters[name] ?? ""}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  any?: string;
  choices: readonly (readonly [string, string])[];
  onChange: (value: string | undefined) => void;
}

/** A choice among a few values. An unknown value of the address stays until it is removed. */
function Choice({ label, value, any = "Any", choices, onChange }: ChoiceProps) {
  const isKnown = value === "" || choices.some(([one]) => one === value);
  return (
    <label>
      {label}
      <select
        className={controls.field}
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{any}</option>
        {isKnown ? null : <option value={value}>{value}</option>}
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
