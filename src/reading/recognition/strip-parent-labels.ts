import type { IdHit } from "../../text/tokens/technique-ids.ts";
import type { NameHit } from "./technique-names.ts";

/** Maximum length of a label between a parent's name and the id printed after it. */
const LABEL_LENGTH = 100;
/** Maximum length between an id and the label printed after it: `T1036.005 – Masquerading: …`. */
const SEPARATOR_LENGTH = 5;

/**
 * Removes names that only label a printed sub-technique. "Masquerading: Match Legitimate Name or Location [T1036.005]"
 * does not mean the parent. This is needed if a release renamed the sub-technique, so that the label is not recognized
 * as a whole. Both lists are in order.
 */
export function stripParentLabels(
  text: string,
  names: readonly NameHit[],
  ids: readonly IdHit[],
): NameHit[] {
  let next = 0;
  return names.filter((name) => {
    while ((ids[next]?.start ?? Infinity) < name.end) next += 1;
    const isSub = (id: IdHit | undefined) =>
      id?.attack_id.startsWith(`${name.attack_id}.`) === true;
    const before = ids[next - 1];
    const after = ids[next];
    if (before !== undefined && isSub(before) && name.start - before.end <= SEPARATOR_LENGTH) {
      return false;
    }
    if (after === undefined || !isSub(after) || after.start - name.end > LABEL_LENGTH) return true;
    return !/^[\p{L} ]{0,20}: ?[^.;:]*$/u.test(text.slice(name.end, after.start));
  });
}
