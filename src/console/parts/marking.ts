import type { Schema } from "../api/client.ts";

type Marked = Pick<Schema<"SessionListItem">, "tlp" | "tlp_in_text">;

/** Returns the marking of a session: the one that a person chose, or else the one in its report. */
export function markingOf({ tlp, tlp_in_text: printed }: Marked): string | null {
  if (tlp !== null) return `TLP:${tlp.toUpperCase()}`;
  if (printed === null) return null;
  return `TLP:${printed.toUpperCase()} in the report`;
}
