/** Kinds whose normal form serves only to compare: people write them as they were written. */
const AS_WRITTEN = new Set(["file_name", "file_path", "registry_key"]);

/** The value as a program takes it. */
export function plainValue({
  kind,
  value,
  normalized_value: normal,
}: {
  kind: string;
  value: string;
  normalized_value: string;
}): string {
  return AS_WRITTEN.has(kind) ? value : normal;
}

/** A value in a sentence for those who hear the page, cut where it is long. */
export function shortValue(value: string): string {
  const chars = Array.from(value);
  return chars.length > 60 ? `${chars.slice(0, 60).join("")}…` : value;
}
