import { AppError } from "../../../platform/lib/errors.ts";
import type { KnownIds } from "../ids/known-ids.ts";
import { resolveId, whyNotTaken } from "../ids/resolve-id.ts";
import type { ReleaseIndex } from "../release-index.ts";

interface FormerObject {
  state: string;
  replaced_by: string | null;
}

/** Returns the error for an object that is not active in a release. It names a successor if there is one. */
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

/** Returns the error for a technique that is not active in a release. It names the release that the id belongs to. */
export function noSuchTechnique(attackId: string, index: ReleaseIndex, known: KnownIds): AppError {
  const { kind } = resolveId(attackId, index, known);
  return kind === "unknown"
    ? noSuchObject("technique", attackId, index, null)
    : new AppError("not_found", `${attackId} ${whyNotTaken(attackId, index, known)}.`);
}
