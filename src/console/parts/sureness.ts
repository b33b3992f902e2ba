import type { Technique } from "../api/session.ts";

/** How sure the analysis is of a technique, or that a person named it, which is no percentage. */
export function surenessOf({
  origin,
  found_as: found,
  confidence,
}: Pick<Technique, "origin" | "found_as" | "confidence">): string {
  if (origin === "analysis") return `${Math.round(confidence * 100)} %`;
  return found === null ? "Added by an analyst" : "Changed by an analyst";
}
