import controls from "./controls.module.css";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters a fully loaded list with every key. */
export function FindField({ label, value, onChange }: Props) {
  return (
    <label>
      {label}{" "}
      <input
        type="search"
        className={controls.field}
        value={value}
        maxLength={100}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
