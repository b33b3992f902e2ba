import { AppError } from "../../../platform/lib/errors.ts";
import type { RuleDeps } from "../deps.ts";
import type { StoredSample } from "./schema.ts";

/** Returns the error for a missing sample. */
export function noSuchSample(id: string): AppError {
  return new AppError("not_found", `The rule has no sample ${id}.`);
}

/** Returns a sample with its events. @throws AppError `not_found` */
export async function readSample(
  deps: RuleDeps,
  ruleId: string,
  id: string,
): Promise<StoredSample> {
  const sample = await deps.ruleSamples.find(ruleId, id);
  if (sample === null) throw noSuchSample(id);
  return sample;
}
