import { AppError } from "../../../platform/lib/errors.ts";
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
