import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { versionsQuery } from "../../api/attack.ts";
import type { Trends } from "../../api/trends.ts";
import controls from "../../parts/controls.module.css";
import styles from "./trends.module.css";
import { KINDS, REVIEWS } from "./words.ts";

const route = getRouteApi("/trends");

/** What is counted, by which periods, and which verdicts count. */
export function Options() {
  const { of = "techniques", by = "week", review = "unrejected", domain } = route.useSearch();
  const navigate = route.useNavigate();
  const domains = useDomains();
  const change = (next: { by?: Trends["by"]; review?: Trends["review"]; domain?: string }) =>
    void navigate({
      search: ({ id: _id, period: _period, ...now }) => ({ ...now, ...next }),
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
            onClick={() =>
              void navigate({
                // Only techniques have a verdict.
                search: ({ id: _id, period: _period, review: _review, ...now }) => ({
                  ...now,
                  of: kind.of,
                }),
                replace: true,
              })
            }
          >
            {kind.name}
          </button>
        ))}
      </div>
      <label>
        By{" "}
        <select
          value={by}
          onChange={({ target }) => change({ by: target.value === "month" ? "month" : "week" })}
        >
          <option value="week">week</option>
          <option value="month">month</option>
        </select>
      </label>
      {of === "techniques" ? (
        <label>
          Verdicts{" "}
          <select
            value={review}
            onChange={({ target }) =>
              change({
                review: REVIEWS.find((one) => one.review === target.value)?.review ?? "unrejected",
              })
            }
          >
            {REVIEWS.map((one) => (
              <option key={one.review} value={one.review}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {domains.length < 2 ? null : (
        <label>
          Domain{" "}
          <select
            value={domain ?? "enterprise-attack"}
            onChange={({ target }) => change({ domain: target.value })}
          >
            {domains.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function useDomains(): string[] {
  const { data: versions = [] } = useQuery(versionsQuery);
  return [...new Set(versions.map(({ domain }) => domain))];
}
