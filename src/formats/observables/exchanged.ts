/** A value exchanged with other programs; kinds as in docs/observables.md. */
export interface ExchangedValue {
  kind: string;
  /** The original form, without defanging. */
  value: string;
  /** The form used for comparison. */
  normalized_value: string;
}

/** Kinds whose normalized form is only for comparison. Exports preserve their original case. */
const AS_WRITTEN = new Set(["file_name", "file_path", "mutex", "user_agent"]);

/** Returns the form of a value for export. */
export function exchangedForm({ kind, value, normalized_value: normal }: ExchangedValue): string {
  if (kind === "registry_key") return registryKey(value, normal);
  if (kind === "file_path") return value.replace(/^"(.*)"$/, "$1");
  return AS_WRITTEN.has(kind) ? value : normal;
}

/** Returns the original key with the full name of its hive. */
function registryKey(value: string, normal: string): string {
  const [hive = "", ...rest] = normal.split("\\");
  const tail = rest.join("\\");
  const written = value.replaceAll(/\\{2,}/g, "\\").replace(/\\$/, "");
  const isTail = tail !== "" && written.toLowerCase().endsWith(`\\${tail}`);
  return `${hive.toUpperCase()}\\${isTail ? written.slice(-tail.length) : tail}`;
}
