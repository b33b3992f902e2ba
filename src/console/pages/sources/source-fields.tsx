import controls from "../../parts/controls.module.css";
import styles from "./sources.module.css";
import type { SourceKind } from "../../api/sources.ts";
import { FILTERS, KINDS, type TypedFilters } from "./kinds.ts";
import { describeInterval, intervalsWith } from "./words.ts";

/** The settings of a source, with keywords as typed. */
export interface SourceDraft {
  name: string;
  interval: number;
  include: string;
  exclude: string;
  filters: TypedFilters;
}

const MAX_NAME = 255;
const MAX_WORDS = 2_000;

interface Props {
  kind: SourceKind;
  draft: SourceDraft;
  onChange: (part: Partial<SourceDraft>) => void;
}

/** The name, interval and item filters of a source. */
export function SourceFields({ kind, draft, onChange }: Props) {
  return (
    <div className={styles.fields}>
      <label className={styles.label}>
        Name
        <input
          required
          className={controls.field}
          maxLength={MAX_NAME}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
      <label className={styles.label}>
        Read
        <select
          className={controls.field}
          value={draft.interval}
          onChange={({ target }) => onChange({ interval: Number(target.value) })}
        >
          {intervalsWith(draft.interval).map((minutes) => (
            <option key={minutes} value={minutes}>
              {describeInterval(minutes)}
            </option>
          ))}
        </select>
      </label>
      <Keywords
        label="Only items with one of these words"
        value={draft.include}
        onChange={(include) => onChange({ include })}
      />
      <Keywords
        label="No items with one of these words"
        value={draft.exclude}
        onChange={(exclude) => onChange({ exclude })}
      />
      {KINDS[kind].filters.map((name) => (
        <Keywords
          key={name}
          label={FILTERS[name]}
          value={draft.filters[name]}
          onChange={(value) => onChange({ filters: { ...draft.filters, [name]: value } })}
        />
      ))}
    </div>
  );
}

interface KeywordsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Keywords({ label, value, onChange }: KeywordsProps) {
  return (
    <label className={styles.label}>
      {label}
      <input
        className={controls.field}
        maxLength={MAX_WORDS}
        placeholder="Words with commas, optional"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
