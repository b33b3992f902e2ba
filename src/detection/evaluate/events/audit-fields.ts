import { CATEGORY_IDS } from "../../catalogue/windows-events.ts";
import { own } from "./json-object.ts";
import type { Layout } from "./layout.ts";

/** Returns a field of the event's own data as text, or undefined if it is absent. */
type Data = (name: string) => string | undefined;
/** Fields that an event has under other names. */
export type Aliases = Readonly<Record<string, (data: Data) => string | undefined>>;

const from =
  (...names: readonly string[]) =>
  (data: Data) => {
    for (const name of names) {
      const value = data(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };

/** Integrity labels are well-known SIDs (MS-DTYP 2.4.2.4). */
const INTEGRITY: ReadonlyMap<string, string> = new Map([
  ["S-1-16-0", "Untrusted"],
  ["S-1-16-4096", "Low"],
  ["S-1-16-8192", "Medium"],
  ["S-1-16-8448", "MediumPlus"],
  ["S-1-16-12288", "High"],
  ["S-1-16-16384", "System"],
]);

const PROCESS_CREATION: Aliases = {
  Image: from("NewProcessName"),
  ParentImage: from("ParentProcessName"),
  CommandLine: from("CommandLine", "ProcessCommandLine"),
  ProcessId: from("NewProcessId"),
  ParentProcessId: from("ProcessId"),
  LogonId: from("SubjectLogonId"),
  User: (data) => {
    const [domain, user] = [data("SubjectDomainName"), data("SubjectUserName")];
    return domain === undefined || user === undefined ? user : `${domain}\\${user}`;
  },
  IntegrityLevel: (data) => {
    const label = data("MandatoryLabel");
    return label === undefined ? undefined : (INTEGRITY.get(label) ?? label);
  },
};

/** Sysmon's short names of the hives, and its format of a DWORD. */
const REGISTRY: Aliases = {
  TargetObject: (data) => {
    const key = data("ObjectName");
    const name = data("ObjectValueName");
    const whole = name === undefined || name === "-" ? key : `${key ?? ""}\\${name}`;
    return whole
      ?.replace(/^\\REGISTRY\\MACHINE(?=\\|$)/i, "HKLM")
      .replace(/^\\REGISTRY\\USER(?=\\|$)/i, "HKU");
  },
  Details: (data) => {
    const value = data("NewValue");
    const isDword = data("NewValueType") === "%%1876" && /^\d{1,10}$/.test(value ?? "");
    return isDword ? `DWORD (0x${Number(value).toString(16).padStart(8, "0")})` : value;
  },
  NewName: from("NewValue"),
  Image: from("ProcessName"),
  EventType: (data) => {
    const type = data("OperationType");
    if (type === undefined) return undefined;
    return type === "%%1906" ? "DeleteValue" : "SetValue";
  },
};

const NETWORK_CONNECTION: Aliases = {
  Image: from("Application"),
  SourceIp: from("SourceAddress"),
  SourcePort: from("SourcePort"),
  DestinationIp: from("DestAddress"),
  DestinationPort: from("DestPort"),
  Initiated: (data) => {
    const direction = data("Direction");
    return direction === undefined ? undefined : String(direction === "%%14593");
  },
};

const PROCESS_TERMINATION: Aliases = {
  Image: from("ProcessName"),
  LogonId: from("SubjectLogonId"),
  User: PROCESS_CREATION["User"] ?? from(),
};

/** Sysmon's field names for events of the Windows audit, by event code. */
const AUDIT: ReadonlyMap<string, Aliases> = new Map([
  ["4688", PROCESS_CREATION],
  ["4689", PROCESS_TERMINATION],
  ["4657", REGISTRY],
  ["5156", NETWORK_CONNECTION],
]);

/** Returns the field names that rules of a category use for this audit event, or null if they use its own. */
export function aliasesOf(category: string, eventId: string): Aliases | null {
  const isOf = CATEGORY_IDS.get(category)?.has(eventId) === true;
  return (isOf ? AUDIT.get(eventId) : undefined) ?? null;
}

/** Returns the value of a field under its alias, or undefined if it has none. */
export function aliasOf(aliases: Aliases, name: string, { data, top }: Layout): string | undefined {
  if (!Object.hasOwn(aliases, name)) return undefined;
  return aliases[name]?.((wanted) => {
    for (const part of [...data, top]) {
      const value = own(part, wanted);
      if (typeof value === "string" || typeof value === "number") return String(value);
    }
    return undefined;
  });
}
