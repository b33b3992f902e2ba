import { eventCodesOf } from "../../knowledge/attack/detections/channels.ts";
import { mapTelemetry } from "../../pipeline/rules/generate/map-telemetry.ts";
import { rowsOf, type TelemetryRow } from "../../pipeline/rules/generate/telemetry-table.ts";
import type { LogSourceWords } from "../../pipeline/rules/rule-facts.ts";
import { foldText } from "../../platform/lib/text.ts";
import { FURTHER_SOURCES, type FurtherSource } from "./further-sources.ts";
import { foldWords, isSigmaName, parseSigmaName } from "./sigma-name.ts";

/** A log source of Sigma whose events somebody has: all of them, or some. */
export interface Feed {
  words: LogSourceWords;
  isWhole: boolean;
}

/** What is collected of a log source: all of it, or event codes and other channels of it. */
interface Part {
  isAll: boolean;
  codes: ReadonlySet<number>;
  /** Folded, all channels. */
  texts: readonly string[];
}

const PATTERNS = new Map(FURTHER_SOURCES.map((row) => [row, row.names.map(toPattern)]));

/**
 * What a log source of ATT&CK is in Sigma's words. An event code is a category of its own (`EventCode=1`
 * of Sysmon is `process_creation`), and a part of a service that has others as well.
 * @param channels the channels that are collected; empty: all of it
 */
export function feedsOfSource(name: string, channels: readonly string[]): Feed[] {
  if (isSigmaName(name)) {
    const words = parseSigmaName(name);
    return words === null ? [] : [{ words, isWhole: true }];
  }
  const part: Part = {
    isAll: channels.length === 0,
    codes: new Set(channels.flatMap((channel) => eventCodesOf(channel.trim()))),
    texts: channels.map(foldText),
  };
  const { ofCodes, ofName } = rowsOf(name);
  const folded = foldText(name);
  const further = FURTHER_SOURCES.filter((row) =>
    PATTERNS.get(row)?.some((pattern) => pattern.test(folded)),
  );
  return mergeFeeds([
    ...ofCodes.flatMap((row) => feedOfCodes(row, part)),
    ...(ofName === null ? [] : feedOfName(name, ofName, ofCodes.length > 0, part)),
    ...further.flatMap((row) => feedsOfFurther(row, part)),
  ]);
}

/** Feeds with each log source once; it is whole where one of them is. */
export function mergeFeeds(feeds: readonly Feed[]): Feed[] {
  const merged = new Map<string, Feed>();
  for (const { words, isWhole } of feeds) {
    const folded = foldWords(words);
    if (folded === null) continue;
    const key = JSON.stringify([folded.category, folded.product, folded.service]);
    const known = merged.get(key);
    merged.set(key, { words: folded, isWhole: isWhole || known?.isWhole === true });
  }
  return [...merged.values()];
}

function feedOfCodes({ codes = [], sigma }: TelemetryRow, part: Part): Feed[] {
  if (part.isAll) return [{ words: sigma, isWhole: true }];
  const known = codes.filter((code) => part.codes.has(code));
  // A few codes of a service are never all that the service has.
  const isWhole = sigma.category !== undefined && known.length === codes.length;
  return known.length === 0 ? [] : [{ words: sigma, isWhole }];
}

function feedOfName(name: string, row: TelemetryRow, hasCodes: boolean, part: Part): Feed[] {
  // Codes of a source with rows for codes are those rows, and no part of a category of all else.
  if (!part.isAll && hasCodes && row.sigma.category !== undefined && part.codes.size > 0) return [];
  const { source } = mapTelemetry({
    component: null,
    name,
    channel: null,
    event_codes: [],
    withheld: false,
  });
  return [{ words: source.sigma, isWhole: part.isAll }];
}

function feedsOfFurther({ codes, channel, isPart, sigma }: FurtherSource, part: Part): Feed[] {
  const found = codes?.filter((code) => part.codes.has(code)) ?? [];
  const names = channel === undefined ? [] : part.texts.filter((text) => channel.test(text));
  const isOpen = codes === undefined && channel === undefined;
  if (!part.isAll && !isOpen && found.length === 0 && names.length === 0) return [];
  const hasAll =
    part.isAll || (codes === undefined ? names.length > 0 : found.length === codes.length);
  return sigma.map((words) => ({ words, isWhole: hasAll && isPart !== true }));
}

function toPattern(name: string): RegExp {
  const parts = foldText(name)
    .split("*")
    .map((text) => text.replace(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "su");
}
