import { AppError } from "../../platform/lib/errors.ts";
import { PROVIDER_SLOTS, type ProviderSlot } from "./vocabulary.ts";

/** Returns the slot of a request, by default provider_a. @throws AppError `invalid_provider` */
export function parseSlot(value: string | undefined): ProviderSlot {
  const wanted = value === undefined || value === "" ? "provider_a" : value;
  const slot = PROVIDER_SLOTS.find((candidate) => candidate === wanted);
  if (slot === undefined) {
    throw new AppError(
      "invalid_provider",
      `'provider' must be one of ${PROVIDER_SLOTS.join(", ")}.`,
    );
  }
  return slot;
}
