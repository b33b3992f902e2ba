import controls from "../../../parts/controls.module.css";
import { TypedField } from "../../../parts/filter-fields/filter-fields.tsx";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import styles from "../admin.module.css";
import type { AuditFilters } from "./filters.ts";
import { ACTIONS, capitalized, OBJECTS } from "./words.ts";

interface Props {
  filters: AuditFilters;
  onChange: (part: AuditFilters) => void;
}

const ACTION_CHOICES = Object.entries(ACTIONS).map(
  ([action, phrase]) => [action, capitalized(phrase)] as const,
);

/** Fields that filter the trail. The filters are in the address, so they can be shared. */
export function AuditFilterFields({ filters, onChange }: Props) {
  const { actor = "", action, object_type: type, object_id: id = "", since, until } = filters;
  return (
    <div className={`${fields.filters} ${styles.filters}`} role="search" aria-label="Audit trail">
      <TypedField label="Who" hint="" value={actor} onChange={(one) => onChange({ actor: one })} />
      <Choice
        label="Action"
        value={action}
        choices={ACTION_CHOICES}
        onChange={(one) => onChange({ action: one })}
      />
      <Choice
        label="Object"
        value={type}
        choices={Object.entries(OBJECTS)}
        onChange={(one) => onChange({ object_type: one })}
      />
      <TypedField
        label="Object ID"
        hint=""
        value={id}
        onChange={(one) => onChange({ object_id: one })}
      />
      <Day label="Since" value={since} onChange={(day) => onChange({ since: day })} />
      <Day label="Until" value={until} onChange={(day) => onChange({ until: day })} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value = "", choices, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select
        className={controls.field}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Any</option>
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}

function Day({ label, value = "", onChange }: DayProps) {
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
