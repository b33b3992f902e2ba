import type { ModelUsage } from "../../api/usage.ts";
import facts from "../facts.module.css";

/** Calls, tokens, pairs and cost of an analysis. */
export function UsageFacts({ usage }: { usage: ModelUsage }) {
  return (
    <dl className={facts.facts}>
      {factsOf(usage).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(usage: ModelUsage): [name: string, value: string][] {
  const { calls, input_tokens: read, output_tokens: written, pairs, cached_pairs, cost } = usage;
  return [
    ["Calls", calls.toLocaleString()],
    ["Input tokens", numberOr(read)],
    ["Output tokens", numberOr(written)],
    // Only a judged analysis has pairs.
    ...(pairs === 0
      ? []
      : ([
          ["Pairs of passage and technique", pairs.toLocaleString()],
          ["Cached pairs", cached_pairs.toLocaleString()],
        ] satisfies [string, string][])),
    ["Cost", cost === null ? "unknown" : `${amountOf(cost)} (in the operator's currency)`],
  ];
}

function numberOr(count: number | null): string {
  return count === null ? "unknown" : count.toLocaleString();
}

/** Formats a cost, which the service rounds to four decimals. */
function amountOf(cost: number): string {
  return cost.toLocaleString(undefined, { maximumFractionDigits: 4 });
}
