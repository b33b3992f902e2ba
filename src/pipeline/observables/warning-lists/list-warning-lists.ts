import { ruleOf } from "./effects.ts";
import type { WarningListDeps } from "./deps.ts";
import { openShippedLists } from "./open-warning-lists.ts";
import type { WarningListView } from "./schema.ts";
import type { UploadedList } from "./store.ts";

/** Lists all lists by name. Uploaded lists replace shipped ones of the same name. */
export async function listWarningLists(deps: WarningListDeps): Promise<WarningListView[]> {
  const sent = (await deps.warningLists.list()).map(toView);
  const replaced = new Set(sent.map(({ name }) => name));
  const shipped = (await openShippedLists(deps)).filter(({ name }) => !replaced.has(name));
  const views = shipped.map(({ text: _text, ranges: _ranges, ...facts }): WarningListView => ({
    ...facts,
    matching_attributes: [...facts.matching_attributes],
    effect: ruleOf(facts.name, facts.effect).effect,
    source: "shipped",
    updated_at: null,
    updated_by: null,
  }));
  return [...views, ...sent].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns an uploaded list as the API shows it. */
export function toView({
  file_key: _key,
  file_bytes: _bytes,
  ...row
}: UploadedList): WarningListView {
  return {
    ...row,
    effect: ruleOf(row.name, row.effect).effect,
    source: "uploaded",
    licence: null,
    origin: null,
  };
}
