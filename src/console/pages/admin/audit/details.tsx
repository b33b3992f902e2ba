import type { AuditEntry } from "../../../api/audit.ts";
import facts from "../../../parts/facts.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";

const MAX_CHARS = 2_000;
/** Shown by the changed fields already. */
const CHANGE_FIELDS = new Set(["changes", "changed", "change_id"]);

/** Shows everything that an entry recorded: old and new values, and the entry's own position. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { seq, action, object_type: type, object_id: id, hash } = entry;
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <dl className={facts.facts}>
        {rowsOf(entry.details).map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
        <Fact name="Action" value={action} />
        <Fact name="Object" value={`${type} ${id}`} />
        <Fact name="Entry" value={String(seq)} />
        {hash === null ? null : <Fact name="Hash" value={hash} />}
      </dl>
    </details>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>
        <VisibleText text={name} />
      </dt>
      <dd>
        <VisibleText text={value} />
      </dd>
    </div>
  );
}

/** Returns fields with their values; for an update, each changed field with its old and new value. */
function rowsOf(details: AuditEntry["details"]): [name: string, value: string][] {
  const changes = details["changes"];
  const changed = isRecord(changes)
    ? Object.entries(changes).map(([name, change]): [string, string] => [
        worded(name),
        isRecord(change) && "from" in change
          ? `${written(change["from"])} → ${written(change["to"])}`
          : written(change),
      ])
    : [];
  const others = Object.entries(details)
    .filter(([name]) => !isRecord(changes) || !(name in changes || CHANGE_FIELDS.has(name)))
    .map(([name, value]): [string, string] => [worded(name), written(value)]);
  return [...changed, ...others];
}

const worded = (name: string) => name.replaceAll("_", " ");

function written(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value.length === 0 ? "none" : cut(value.join(", "));
  }
  if (typeof value === "string") return cut(value);
  if (isRecord(value) && typeof value["characters"] === "number") {
    return `${value["characters"]} characters`;
  }
  if (Array.isArray(value) && value.every(isRecord)) return cut(value.map(inWords).join("; "));
  return cut(JSON.stringify(value));
}

/** Returns the outcome of one of several items, such as `enterprise-attack, check, failed`. */
const inWords = (one: Record<string, unknown>) =>
  Object.values(one)
    .filter((part) => part !== null)
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(", ");

const cut = (text: string) =>
  text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}…` : text;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
