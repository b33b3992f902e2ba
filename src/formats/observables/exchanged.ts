/** A value that goes to other programs, or comes from them; kinds as in docs/observables.md. */
export interface ExchangedValue {
  kind: string;
  /** As it was written, without what keeps it from being clicked on. */
  value: string;
  /** The form that is compared. */
  normalized_value: string;
}

/** Kinds whose normal form is only for comparing: their case is told to others as it was written. */
const AS_WRITTEN = new Set(["file_name", "file_path", "mutex", "user_agent"]);

/** The form of a value that others are told. */
export function exchangedForm({ kind, value, normalized_value: normal }: ExchangedValue): string {
  if (kind === "registry_key") return registryKey(value, normal);
  if (kind === "file_path") return value.replace(/^"(.*)"$/, "$1");
  return AS_WRITTEN.has(kind) ? value : normal;
}

/** The key as it was written, below its hive's whole name. */
function registryKey(value: string, normal: string): string {
  const [hive = "", ...rest] = normal.split("\\");
  const tail = rest.join("\\");
  const written = value.replaceAll(/\\{2,}/g, "\\").replace(/\\$/, "");
  const isTail = tail !== "" && written.toLowerCase().endsWith(`\\${tail}`);
  return `${hive.toUpperCase()}\\${isTail ? written.slice(-tail.length) : tail}`;
}
