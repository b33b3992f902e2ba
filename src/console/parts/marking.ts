import type { Schema } from "../api/client.ts";

type Marked = Pick<Schema<"SessionListItem">, "tlp" | "tlp_in_text">;

/** The marking of a session: what a person decided, else what its report prints. */
export function markingOf({ tlp, tlp_in_text: printed }: Marked): string | null {
  if (tlp !== null) return `TLP:${tlp.toUpperCase()}`;
  if (printed === null) return null;
  return `TLP:${printed.toUpperCase()} in the report`;
}
