import type { Technique } from "../api/session.ts";

/**
 * Returns the confidence of the analysis in a technique, or says that a person added it, which is not a
 * percentage.
 */
export function surenessOf({
  origin,
  found_as: found,
  confidence,
}: Pick<Technique, "origin" | "found_as" | "confidence">): string {
  if (origin === "analysis") return `${Math.round(confidence * 100)} %`;
  return found === null ? "Added by an analyst" : "Changed by an analyst";
}
