const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment as the reader writes it; empty for none. */
export function when(moment: string | null): string {
  return moment === null ? "" : FORMAT.format(new Date(moment));
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** The day of a moment; empty for none. */
export function day(moment: string | null): string {
  return moment === null ? "" : DAY.format(new Date(moment));
}
