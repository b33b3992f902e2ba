import type { Marked } from "../../reading/entities/strictest-marking.ts";
import type { Level } from "./vocabulary.ts";

/**
 * Returns whom a report may reach: what a person decided. Nobody's decision is none, whatever the report prints,
 * except that a report that prints TLP:RED is red until a person says otherwise.
 */
export function levelOf({ tlp, tlp_in_text: printed }: Marked): Level {
  return tlp ?? (printed === "red" ? "red" : "undecided");
}
