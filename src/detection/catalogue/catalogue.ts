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

/** The catalogue as its file has it. */
export const CATALOGUE = file as CatalogueFile;

/** A field under its name in each language; `about` is the comment that explains it. */
export interface SourceField {
  about: string;
  sigma: string;
  kql: string;
  spl: string;
  eql: string;
}

/** How a draft of a rule reaches the events of a log source. */
export interface Reach {
  /** Conditions of Sigma that every draft has. */
  select: Readonly<Record<string, string | number>>;
  kql: { table: string; where?: string };
  spl: string;
  eql: { category: string; where?: string };
  /** The fields that hold the event's code, in the languages that must ask for it. */
  code: FieldNames;
  /** The fields that hold the operation which a channel of ATT&CK names: Sigma, KQL, SPL, EQL. */
  operation: readonly string[];
  operationPattern: RegExp | null;
  isMade: boolean;
  fields: readonly SourceField[];
}

/** A log source, or some of its events, as a log source of Sigma. */
export interface SourceRow {
  sigma: SigmaSource;
  /** Codes of the Windows events that it is; null for whatever else the log source records. */
  codes: readonly number[] | null;
  /** Texts of which a channel of ATT&CK has one; null for any channel. */
  channelTexts: readonly RegExp[] | null;
  /** Fields that its events have, with what they begin with; lower case. */
  when: Readonly<Record<string, string>>;
  /** Whether it has only some of what rules for it look for, or has it in other fields. */
  isPartly: boolean;
  /** Channels of the Windows event log. */
  channels: readonly string[];
  /** Null where no draft begins with it. */
  reach: Reach | null;
}

/** An entry of the file with its rows: those of single events first, then itself, then what else it is. */
export interface Source {
  entry: SourceEntry;
  /** Its names in ATT&CK; `*` is any text. */
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

/** Every log source, in the order of the file. */
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

/** A channel of the Windows event log is asked for in one way, unless its entry says another. */
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

/** A category says which events it means, and so does a query that is the events' own. */
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

/** How a draft reaches an entry; null where it does not say. */
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

/** @throws Error for a list that the file does not have */
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

/** Finds a text between characters that are no letters, digits or `_`; `*` is any such character. */
function toWords(text: string): RegExp {
  const source = wildcardSource(text, String.raw`[\p{L}\p{N}_]*`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${source}(?![\p{L}\p{N}_])`, "u");
}
