import { foldText } from "../../../platform/lib/text.ts";
import type { Source } from "../store.ts";

/** Returns whether the keywords of a source admit an item, ignoring case. */
export function isAdmitted(
  { include, exclude }: Pick<Source, "include" | "exclude">,
  item: { title: string; text: string },
): boolean {
  if (include.length === 0 && exclude.length === 0) return true;
  const text = foldText(`${item.title}\n${item.text}`);
  const has = (words: string[]) => words.some((word) => text.includes(foldText(word)));
  return (include.length === 0 || has(include)) && !has(exclude);
}
