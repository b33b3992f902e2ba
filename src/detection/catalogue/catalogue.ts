import file from "../../../assets/detection/log-sources.yaml";
import type {
  CatalogueFile,
  EventsEntry,
  FieldNames,
  SigmaSource,
  SourceEntry,
  StartEntry,
} from "./file-schema.ts";
import { wildcardSource } from "./wildcards.ts";

/** The parsed catalogue file. */
export const CATALOGUE = file as CatalogueFile;

/** A field with its name in each language; `about` is the comment that explains it. */
export interface SourceField {
  about: string;
  sigma: string;
  kql: string;
  spl: string;
  eql: string;
}

/** How a rule draft selects the events of a log source. */
export interface Reach {
  /** Sigma conditions that every draft includes. */
  select: Readonly<Record<string, string | number>>;
  kql: { table: string; where?: string };
  spl: string;
  eql: { category: string; where?: string };
  /** The fields with the event code, in the languages that must match it. */
  code: FieldNames;
  /** The fields with the operation that an ATT&CK channel names: Sigma, KQL, SPL, EQL. */
  operation: readonly string[];
  operationPattern: RegExp | null;
  isMade: boolean;
  fields: readonly SourceField[];
}

/** A log source, or some of its events, as a Sigma log source. */
export interface SourceRow {
  sigma: SigmaSource;
  /** Its Windows event codes; null for all other events of the log source. */
  codes: readonly number[] | null;
  /** Texts of which an ATT&CK channel must contain one; null for any channel. */
  channelTexts: readonly RegExp[] | null;
  /** Required fields of its events, with their prefixes in lower case. */
  when: Readonly<Record<string, string>>;
  /** Whether it has only some of what its rules match, or has it in other fields. */
  isPartly: boolean;
  /** Channels of the Windows event log. */
  channels: readonly string[];
  /** Null if no draft starts from it. */
  reach: Reach | null;
}

/**
 * An entry of the file with its rows: those of single events first, then the entry itself, then its further mappings.
 */
export interface Source {
  entry: SourceEntry;
  /** Its names in ATT&CK; `*` matches any text. */
  names: readonly string[];
  rows: readonly SourceRow[];
}

const WINDOWS_CODE: FieldNames = {
  sigma: "EventID",
  kql: "EventID",
  spl: "EventCode",
  eql: "event.code",
};

const FIELDS: ReadonlyMap<string, readonly SourceField[]> = new Map(
  Object.entries(CATALOGUE.fields).map(([name, rows]) => [
    name,
    rows.map(([about, sigma, kql, spl, eql]) => ({ about, sigma, kql, spl, eql })),
  ]),
);

/** Every log source, in file order. */
export const SOURCES: readonly Source[] = CATALOGUE.sources.map(toSource);

function toSource(written: SourceEntry): Source {
  const entry = completeWindows(written);
  const { attack = [], channels = [], events = [], also = [], sigma } = entry;
  return {
    entry,
    names: [...attack, ...channels.map((channel) => `WinEventLog:${channel}`)],
    rows: [
      ...events.map((one) => eventsRow(entry, one)),
      ...(sigma === undefined ? [] : [plainRow(sigma, channels, reachOf(entry))]),
      ...also.map(({ channel, partly, ...further }) => ({
        ...plainRow(further, channels, null),
        channelTexts: channel?.map(toWords) ?? null,
        isPartly: partly === true,
      })),
    ],
  };
}

/** Completes an entry for a Windows event log channel with the default query, unless it specifies another. */
function completeWindows(entry: SourceEntry): SourceEntry {
  const [channel] = entry.channels ?? [];
  if (channel === undefined || entry.sigma === undefined || entry.kql !== undefined) return entry;
  return {
    ...entry,
    kql: `Event | where EventLog == "${channel}"`,
    spl: `source="XmlWinEventLog:${channel}"`,
    eql: `any where winlog.channel == "${channel}"`,
    code: entry.code ?? WINDOWS_CODE,
    fields: entry.fields ?? "windows",
  };
}

function plainRow(sigma: SigmaSource, channels: readonly string[], reach: Reach | null): SourceRow {
  return { sigma, channels, reach, codes: null, channelTexts: null, when: {}, isPartly: false };
}

function eventsRow(entry: SourceEntry, events: EventsEntry): SourceRow {
  const { codes, category, service, when = {}, partly, channels } = events;
  const product = entry.sigma?.product;
  const words =
    category === undefined ? { service: service ?? entry.sigma?.service } : { category };
  return {
    sigma: { ...(product !== undefined && { product }), ...words },
    codes,
    channelTexts: null,
    when: Object.fromEntries(
      Object.entries(when).map(([field, text]) => [field, text.replace(/\*$/, "").toLowerCase()]),
    ),
    isPartly: partly === true,
    channels: channels ?? entry.channels ?? [],
    reach:
      events.fields === undefined
        ? null
        : reachOf({ ...entry, ...events, code: codeOf(entry, events) }),
  };
}

/** Returns the fields for the event code. A category implies its events, and so does a query specific to them. */
function codeOf({ code = {} }: SourceEntry, events: EventsEntry): FieldNames {
  if (events.code !== undefined) return events.code;
  const { sigma, kql, spl, eql } = code;
  return {
    ...(events.category === undefined && { sigma }),
    ...(events.kql === undefined && { kql }),
    ...(events.eql === undefined && { eql }),
    spl,
  };
}

/** Returns how a draft selects the events of an entry, or null if it does not specify it. */
export function reachOf(entry: Omit<SourceEntry, "events" | "also"> | StartEntry): Reach | null {
  const { kql, spl, eql, fields } = entry;
  if (kql === undefined || spl === undefined || eql === undefined || fields === undefined)
    return null;
  const written = entry as SourceEntry;
  return {
    select: entry.select ?? {},
    kql: toQuery("table", kql, " | where "),
    spl: `index=* ${spl}`,
    eql: toQuery("category", eql, " where "),
    code: written.code ?? {},
    operation: written.operation ?? [],
    operationPattern:
      written.operation_pattern === undefined ? null : new RegExp(written.operation_pattern),
    isMade: written.made === true,
    fields: fieldsNamed(fields),
  };
}

/** Returns a list of fields. @throws Error for an unknown list */
function fieldsNamed(name: string): readonly SourceField[] {
  const fields = FIELDS.get(name);
  if (fields === undefined) throw new Error(`The catalogue has no fields ${name}.`);
  return fields;
}

function toQuery<P extends string>(
  place: P,
  text: string,
  sign: string,
): { [K in P]: string } & { where?: string } {
  const at = text.indexOf(sign);
  const query =
    at === -1
      ? { [place]: text }
      : { [place]: text.slice(0, at), where: text.slice(at + sign.length) };
  return query as { [K in P]: string } & { where?: string };
}

/** Compiles a text to match between characters other than letters, digits and `_`; `*` matches any of these. */
function toWords(text: string): RegExp {
  const source = wildcardSource(text, String.raw`[\p{L}\p{N}_]*`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${source}(?![\p{L}\p{N}_])`, "u");
}
