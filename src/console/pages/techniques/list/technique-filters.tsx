import type { Schema } from "../../../api/client.ts";
import controls from "../../../parts/controls.module.css";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField } from "../../../parts/filter-fields/filter-fields.tsx";
import styles from "./techniques.module.css";
import type { Wanted } from "./families.ts";

interface Props {
  wanted: Wanted;
  tactics: readonly Schema<"Tactic">[];
  platforms: readonly string[];
  onChange: (part: Partial<Wanted>) => void;
}

/** Fields that filter the list of techniques. The filters are part of the address. */
export function TechniqueFilters({ wanted, tactics, platforms, onChange }: Props) {
  const tacticChoices = tactics.map(({ shortname, name }) => [shortname, name] as const);
  const platformChoices = platforms.map((name) => [name, name] as const);
  return (
    <div className={fields.filters} role="search" aria-label="Techniques">
      <SearchField
        id="technique-search"
        hint="ID or words of the name"
        value={wanted.search}
        onChange={(search) => onChange({ search })}
      />
      <Choice
        label="Tactic"
        value={wanted.tactic}
        choices={tacticChoices}
        onChange={(tactic) => onChange({ tactic })}
      />
      <Choice
        label="Platform"
        value={wanted.platform}
        choices={platformChoices}
        onChange={(platform) => onChange({ platform })}
      />
      <fieldset className={styles.checks}>
        <legend>Show only</legend>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={wanted.isSeen}
            onChange={({ target }) => onChange({ isSeen: target.checked })}
          />
          Seen in your reports
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={wanted.hasRule}
            onChange={({ target }) => onChange({ hasRule: target.checked })}
          />
          Has a rule
        </label>
      </fieldset>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** A choice among several values. An unknown value of the address stays until it is changed. */
function Choice({ label, value, choices, onChange }: ChoiceProps) {
  const isKnown = value === "" || choices.some(([one]) => one === value);
  return (
    <label>
      {label}
      <select
        className={controls.field}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Any</option>
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
