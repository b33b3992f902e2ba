import { DATA_MODELS, MACROS } from "../../catalogue/query-places.ts";
import { conditionsOf, type QueryPlace, tokensOf } from "../query/conditions.ts";
import { findTelemetry } from "../query/find-telemetry.ts";
import type { Token } from "../tokens.ts";

/**
 * Finds the source by the data model, else by source, source type and event codes. A search that fits several sources
 * has none.
 */
export function placeInSpl(tokens: readonly Token[]): QueryPlace {
  const wanted = new Map(conditionsOf(tokens));
  for (const { kind, text } of tokens) {
    const search = kind === "macro" ? MACROS.get(text.slice(1, -1)) : undefined;
    if (search === undefined) continue;
    for (const [field, values] of conditionsOf(tokensOf("spl", search))) {
      wanted.set(field, new Set([...(wanted.get(field) ?? []), ...values]));
    }
  }
  const [model] = wanted.get("datamodel") ?? [];
  const isModel = model !== undefined && DATA_MODELS.has(model);
  const source = isModel ? (DATA_MODELS.get(model) ?? null) : findTelemetry("spl", "", wanted);
  return { source, conditions: wanted };
}
