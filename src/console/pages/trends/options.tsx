import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { versionsQuery } from "../../api/attack.ts";
import type { Trends } from "../../api/trends.ts";
import controls from "../../parts/controls.module.css";
import styles from "./trends.module.css";
import { KINDS, REVIEWS, SPANS } from "./words.ts";

const route = getRouteApi("/trends");

/** What is counted, by which periods, and which verdicts count. */
export function Options() {
  const { of = "techniques", review = "unrejected", domain, ...span } = route.useSearch();
  const navigate = route.useNavigate();
  const domains = useDomains();
  const change = (next: Chosen) =>
    void navigate({
      // Only techniques have a verdict, and the selection in the table belongs to the previous result.
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
      <SpanChoice {...span} onChange={change} />
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

interface SpanProps extends Pick<Chosen, "by" | "since" | "until"> {
  onChange: (next: Chosen) => void;
}

/** The time span. One from the address remains available until another is chosen. */
function SpanChoice({ by = "week", since, until, onChange }: SpanProps) {
  const isNamed = until !== undefined || (since !== undefined && since !== "first");
  const named = ["named", `${since ?? "Start"} to ${until ?? "today"}`] as const;
  return (
    <Choice
      name="Time"
      value={isNamed ? "named" : by}
      options={isNamed ? [named, ...SPANS] : SPANS}
      onChange={(to) => {
        if (to === "named") return;
        onChange({ by: to, since: to === "year" ? "first" : undefined, until: undefined });
      }}
    />
  );
}

interface Chosen {
  of?: Trends["of"];
  by?: Trends["by"];
  since?: string | undefined;
  until?: string | undefined;
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
