import type { Reach } from "../catalogue/catalogue.ts";
import type { SigmaSource } from "../catalogue/file-schema.ts";

/** A value that a field must have, or several alternatives. */
export type SelectedValue = number | string | readonly number[] | readonly string[];

/** The log source of a draft, in each language. The first field is where behavior appears. */
export interface DraftSource extends Pick<Reach, "kql" | "spl" | "eql" | "fields"> {
  name: string;
  sigma: SigmaSource;
  /** Sigma conditions on fields. */
  select: Readonly<Record<string, SelectedValue>>;
}
