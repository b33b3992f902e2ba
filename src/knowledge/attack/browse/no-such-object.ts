import { AppError } from "../../../platform/lib/errors.ts";
import type { KnownIds } from "../ids/known-ids.ts";
import { resolveId, whyNotTaken } from "../ids/resolve-id.ts";
import type { ReleaseIndex } from "../release-index.ts";

interface FormerObject {
  state: string;
  replaced_by: string | null;
}

/** The error for a group or campaign that a release does not have as active; it names a successor. */
export function noSuchObject(
  what: "group" | "campaign" | "technique" | "software",
  attackId: string,
  index: ReleaseIndex,
  former: FormerObject | null,
): AppError {
  const where = `${index.domain} ${index.version}`;
  if (former === null) {
    return new AppError("not_found", `There is no ${what} ${attackId} in ${where}.`);
  }
  const successor = former.replaced_by === null ? "" : `; see ${former.replaced_by}`;
  return new AppError("not_found", `${attackId} was ${former.state} in ${where}${successor}.`);
}

/** The error for a technique that a release does not have as active; it names where the id belongs. */
export function noSuchTechnique(attackId: string, index: ReleaseIndex, known: KnownIds): AppError {
  const { kind } = resolveId(attackId, index, known);
  return kind === "unknown"
    ? noSuchObject("technique", attackId, index, null)
    : new AppError("not_found", `${attackId} ${whyNotTaken(attackId, index, known)}.`);
}
