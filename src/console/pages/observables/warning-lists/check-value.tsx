import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { valueCheckQuery } from "../../../api/suppressions.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { kindName } from "../shown/words.ts";
import { EFFECTS } from "./effects.ts";

interface Props {
  /** The value to check; empty for none. */
  value: string;
  onCheck: (value: string) => void;
}

/** Shows which lists contain a value, before a report mentions it. */
export function CheckValue({ value, onCheck }: Props) {
  const [typed, setTyped] = useState(value);
  const check = useQuery({ ...valueCheckQuery(value), enabled: value !== "" });
  return (
    <>
      <form
        role="search"
        aria-label="Check a value"
        className={fields.filters}
        onSubmit={(event) => {
          event.preventDefault();
          onCheck(typed.trim());
        }}
      >
        <label>
          Check a value
          <input
            className={controls.field}
            size={36}
            maxLength={2048}
            placeholder="docs.google.com"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <button type="submit" className={`${controls.button} ${fields.toggle}`}>
          Check
        </button>
      </form>
      {check.isError ? <ErrorPane error={check.error} /> : null}
      {check.data === undefined ? null : (
        <div role="status">
          {check.data.lists.length === 0 ? (
            <p>
              No list contains this {kindName(check.data.kind)}. A report that mentions it adds an
              observable.
            </p>
          ) : (
            <ul>
              {check.data.lists.map(({ name, title, effect, entry }) => (
                <li key={`${name} ${entry}`}>
                  {title}: {EFFECTS[effect].toLowerCase()}, entry <code>{entry}</code>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
