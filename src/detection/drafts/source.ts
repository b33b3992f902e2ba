import type { Reach } from "../catalogue/catalogue.ts";
import type { SigmaSource } from "../catalogue/file-schema.ts";

/** A value that a field must have, or several of which it has one. */
export type SelectedValue = number | string | readonly number[] | readonly string[];

/** What a draft reads, as each language reaches it. The first field is where behavior shows. */
export interface DraftSource extends Pick<Reach, "kql" | "spl" | "eql" | "fields"> {
  name: string;
  sigma: SigmaSource;
  /** Conditions of Sigma on fields. */
  select: Readonly<Record<string, SelectedValue>>;
}
