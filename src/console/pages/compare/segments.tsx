import { useId } from "react";
import styles from "./compare-page.module.css";

interface Props<T extends string> {
  legend: string;
  values: readonly T[];
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
}

/** A choice of one among a few visible options. */
export function Segments<T extends string>({ legend, values, names, value, onChange }: Props<T>) {
  const group = useId();
  return (
    <fieldset className={styles.segments}>
      <legend>{legend}</legend>
      {values.map((one) => (
        <label key={one}>
          <input type="radio" name={group} checked={one === value} onChange={() => onChange(one)} />
          {names[one]}
        </label>
      ))}
    </fieldset>
  );
}
