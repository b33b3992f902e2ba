/** Kinds whose normalized form is only for comparison. They are displayed in their original form. */
const AS_WRITTEN = new Set(["file_name", "file_path", "registry_key"]);

/** Returns the value in machine-readable form. */
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

/** Returns a value for a sentence for screen readers, shortened if it is long. */
export function shortValue(value: string): string {
  const chars = Array.from(value);
  return chars.length > 60 ? `${chars.slice(0, 60).join("")}…` : value;
}
