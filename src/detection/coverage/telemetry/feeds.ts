import { eventCodesOf } from "../../../knowledge/attack/detections/channels.ts";
import { rowsNamed } from "../../catalogue/attack-names.ts";
import type { SourceRow } from "../../catalogue/catalogue.ts";
import { sourcesOfComponent } from "../../catalogue/components.ts";
import { mapTelemetry } from "../../drafts/map-telemetry.ts";
import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { foldWords, isSigmaName, parseSigmaName } from "./sigma-name.ts";

/** A Sigma log source whose events are collected, all or some. */
export interface Feed {
  words: SigmaSource;
  isWhole: boolean;
  /** The Windows event ids that are certainly available; null if unknown. */
  codes: ReadonlySet<number> | null;
}

/** The collected part of a log source: all of it, or event codes and other channels. */
interface Part {
  isAll: boolean;
  codes: ReadonlySet<number>;
  /** Whether all channels are event codes. */
  isByCode: boolean;
  /** All channels, folded. */
  texts: readonly string[];
}

/**
 * Converts an ATT&CK log source to Sigma's terms. An event code is a separate category (`EventCode=1` of Sysmon is
 * `process_creation`), and a part of a service that has further events.
 * @param channels the collected channels; empty means all
 */
export function feedsOfSource(name: string, channels: readonly string[]): Feed[] {
  if (isSigmaName(name)) {
    const words = parseSigmaName(name);
    return words === null ? [] : [{ words, isWhole: true, codes: null }];
  }
  const codesOf = channels.map((channel) => eventCodesOf(channel.trim()));
  const part: Part = {
    isAll: channels.length === 0,
    codes: new Set(codesOf.flat()),
    isByCode: codesOf.every((of) => of.length > 0),
    texts: channels.map(foldText),
  };
  const rows = rowsNamed(name);
  const ofCodes = rows.filter(({ codes }) => codes !== null);
  const others = rows.filter(({ codes }) => codes === null);
  const ofName = others.find(({ reach }) => reach !== null);
  return mergeFeeds([
    ...ofCodes.flatMap((row) => feedOfCodes(row, part)),
    ...(ofName === undefined ? [] : feedOfName(name, ofName, ofCodes.length > 0, part)),
    ...others.filter(({ reach }) => reach === null).flatMap((row) => feedOfChannels(row, part)),
  ]);
}

/**
 * Converts an ATT&CK data component before version 18 to Sigma's terms. Returns an empty list if no mapping is known.
 */
export function feedsOfComponent(name: string): Feed[] {
  return sourcesOfComponent(name).map((words) => ({
    words,
    isWhole: words.service === undefined,
    codes: null,
  }));
}

/** Merges feeds so that each log source occurs once. It is whole if one of its feeds is. */
export function mergeFeeds(feeds: readonly Feed[]): Feed[] {
  const merged = new Map<string, Feed>();
  for (const { words, isWhole, codes } of feeds) {
    const folded = foldWords(words);
    if (folded === null) continue;
    const key = JSON.stringify([folded.category, folded.product, folded.service]);
    const known = merged.get(key);
    merged.set(key, {
      words: folded,
      isWhole: isWhole || known?.isWhole === true,
      codes: known === undefined ? codes : unionOf(known.codes, codes),
    });
  }
  return [...merged.values()];
}

/** Returns null if either is unknown. */
function unionOf(
  one: ReadonlySet<number> | null,
  other: ReadonlySet<number> | null,
): ReadonlySet<number> | null {
  return one === null || other === null ? null : new Set([...one, ...other]);
}

function feedOfCodes({ codes, sigma, isPartly }: SourceRow, part: Part): Feed[] {
  const all = new Set(codes);
  if (part.isAll) return [{ words: sigma, isWhole: !isPartly, codes: all }];
  const known = (codes ?? []).filter((code) => part.codes.has(code));
  if (known.length === 0) return [];
  // A few codes of a service never make up the whole service.
  const isAll = sigma.category !== undefined && known.length === codes?.length;
  return [{ words: sigma, isWhole: isAll && !isPartly, codes: new Set(known) }];
}

function feedOfName(name: string, row: SourceRow, hasCodes: boolean, part: Part): Feed[] {
  // Codes of a source with rows per code map to those rows only, not to a category of other events.
  if (!part.isAll && hasCodes && row.sigma.category !== undefined && part.codes.size > 0) return [];
  const { source } = mapTelemetry({
    component: null,
    name,
    channel: null,
    event_codes: [],
    withheld: false,
  });
  // A channel that is not a code may contain any events.
  const codes = !part.isAll && part.isByCode ? part.codes : null;
  return [{ words: source.sigma, isWhole: part.isAll, codes }];
}

function feedOfChannels({ sigma, channelTexts, isPartly }: SourceRow, part: Part): Feed[] {
  const isNamed = part.texts.some((text) => channelTexts?.some((pattern) => pattern.test(text)));
  if (!part.isAll && channelTexts !== null && !isNamed) return [];
  return [{ words: sigma, isWhole: (part.isAll || isNamed) && !isPartly, codes: null }];
}
