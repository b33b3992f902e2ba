import { findCves } from "../extract/patterns.ts";
import type { Kind } from "./kind.ts";

/** A CVE identifier (cve.org). */
export const cve: Kind = {
  form: "a CVE identifier such as CVE-2024-12345",
  activeDays: null,
  normalise(value) {
    const [match] = findCves(value);
    return match?.value.length === value.length ? match.normalized_value : null;
  },
};
