import { useEffect, useEffectEvent, useState } from "react";
import controls from "../../parts/controls.module.css";
import styles from "./sessions-page.module.css";

export interface Filters {
  search?: string | undefined;
  technique?: string | undefined;
  group?: string | undefined;
  software?: string | undefined;
  tag?: string | undefined;
  status?: string | undefined;
  order?: string | undefined;
}

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

const FIELDS = [
  { name: "technique", label: "Technique", hint: "T1059" },
  { name: "group", label: "Group", hint: "APT29" },
  { name: "software", label: "Software", hint: "Cobalt Strike" },
  { name: "tag", label: "Tag", hint: "" },
] as const;
const SEARCH_AFTER_MS = 250;

/** What the list is narrowed by; it stands in the address, so it can be shared. */
export function SessionFilters({ filters, onChange }: Props) {
  return (
    <div className={styles.filters} role="search" aria-label="Sessions">
      <Search value={filters.search ?? ""} onChange={(search) => onChange({ search })} />
      {FIELDS.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          value={filters[name] ?? ""}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
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
          <option value="processing">Being read</option>
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
    </div>
  );
}

interface FieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** Half an id is no id: it counts once it is written to its end. */
function Field({ label, hint, value, onChange }: FieldProps) {
  const [text, setText] = useTyped(value);
  const commit = () => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <label>
      {label}
      <input
        className={controls.field}
        value={text}
        size={12}
        maxLength={100}
        placeholder={hint}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </label>
  );
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useTyped(value);
  const commit = useEffectEvent(() => {
    if (text.trim() !== value) onChange(text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(commit, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className={styles.grow}>
      Search
      <input
        type="search"
        id="session-search"
        className={controls.field}
        value={text}
        maxLength={100}
        placeholder="Name, title, file, summary or note"
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** What is typed, until the address says otherwise, as by going back. */
function useTyped(value: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (text.trim() !== value) setText(value);
  }
  return [text, setText];
}
