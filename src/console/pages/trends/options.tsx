import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { versionsQuery } from "../../api/attack.ts";
import type { Trends } from "../../api/trends.ts";
import controls from "../../parts/controls.module.css";
import styles from "./trends.module.css";
import { KINDS, PERIODS, REVIEWS } from "./words.ts";

const route = getRouteApi("/trends");

/** What is counted, by which periods, and which verdicts count. */
export function Options() {
  const { of = "techniques", by = "week", review = "unrejected", domain } = route.useSearch();
  const navigate = route.useNavigate();
  const domains = useDomains();
  const change = (next: Chosen) =>
    void navigate({
      // Only techniques have a verdict, and what was chosen in the table is of the answer before.
      search: ({ id: _id, period: _period, review: kept, ...now }) => ({
        ...now,
        ...(kept !== undefined && next.of === undefined && { review: kept }),
        ...next,
      }),
      replace: true,
    });
  return (
    <div className={styles.options}>
      <div role="group" aria-label="Count" className={styles.segments}>
        {KINDS.map((kind) => (
          <button
            key={kind.of}
            type="button"
            className={controls.button}
            aria-pressed={kind.of === of}
            onClick={() => change({ of: kind.of })}
          >
            {kind.name}
          </button>
        ))}
      </div>
      <Choice name="By" value={by} options={PERIODS} onChange={(to) => change({ by: to })} />
      {of === "techniques" ? (
        <Choice
          name="Verdicts"
          value={review}
          options={REVIEWS}
          onChange={(to) => change({ review: to })}
        />
      ) : null}
      {domains.length < 2 ? null : (
        <Choice
          name="Domain"
          value={domain ?? "enterprise-attack"}
          options={domains.map((one) => [one, one])}
          onChange={(to) => change({ domain: to })}
        />
      )}
    </div>
  );
}

interface Chosen {
  of?: Trends["of"];
  by?: Trends["by"];
  review?: Trends["review"];
  domain?: string;
}

interface ChoiceProps<Value extends string> {
  name: string;
  value: Value;
  options: readonly (readonly [value: Value, name: string])[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <label>
      {name}{" "}
      <select
        value={value}
        onChange={({ target }) => {
          const [to] = options.find(([one]) => one === target.value) ?? [];
          if (to !== undefined) onChange(to);
        }}
      >
        {options.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function useDomains(): string[] {
  const { data: versions = [] } = useQuery(versionsQuery);
  return [...new Set(versions.map(({ domain }) => domain))];
}
