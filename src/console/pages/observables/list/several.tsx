import styles from "./observables-page.module.css";

interface Props {
  label: string;
  /** Each value and its name. */
  choices: readonly (readonly [string, string])[];
  /** The selected values, comma-separated. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter with several values. Unknown values of the address stay until they are removed. */
export function Several({ label, choices, value, onChange }: Props) {
  const chosen = value === "" ? [] : value.split(",");
  const known = new Set(choices.map(([one]) => one));
  const all = [
    ...choices,
    ...chosen.filter((one) => !known.has(one)).map((one) => [one, one] as const),
  ];
  const choose = (one: string, isChosen: boolean) =>
    onChange(
      all
        .map(([other]) => other)
        .filter((other) => (other === one ? isChosen : chosen.includes(other)))
        .join(","),
    );
  return (
    <details className={styles.several}>
      <summary>
        {label}: {chosen.length === 0 ? "any" : chosen.length}
      </summary>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{label}</legend>
        {all.map(([one, name]) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ target }) => choose(one, target.checked)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
