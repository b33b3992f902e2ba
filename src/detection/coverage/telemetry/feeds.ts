import { eventCodesOf } from "../../../knowledge/attack/detections/channels.ts";
import { rowsNamed } from "../../catalogue/attack-names.ts";
import type { SourceRow } from "../../catalogue/catalogue.ts";
import { sourcesOfComponent } from "../../catalogue/components.ts";
import { mapTelemetry } from "../../drafts/map-telemetry.ts";
import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { foldWords, isSigmaName, parseSigmaName } from "./sigma-name.ts";

/** A log source of Sigma whose events somebody has: all of them, or some. */
export interface Feed {
  words: SigmaSource;
  isWhole: boolean;
}

/** What is collected of a log source: all of it, or event codes and other channels of it. */
interface Part {
  isAll: boolean;
  codes: ReadonlySet<number>;
  /** Folded, all channels. */
  texts: readonly string[];
}

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

/** What a data component of ATT&CK before 18 is in Sigma's words; nothing where that is not known. */
export function feedsOfComponent(name: string): Feed[] {
  return sourcesOfComponent(name).map((words) => ({ words, isWhole: words.service === undefined }));
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

function feedOfCodes({ codes, sigma, isPartly }: SourceRow, part: Part): Feed[] {
  if (part.isAll) return [{ words: sigma, isWhole: !isPartly }];
  const known = (codes ?? []).filter((code) => part.codes.has(code));
  if (known.length === 0) return [];
  // A few codes of a service are never all that the service has.
  const isAll = sigma.category !== undefined && known.length === codes?.length;
  return [{ words: sigma, isWhole: isAll && !isPartly }];
}

function feedOfName(name: string, row: SourceRow, hasCodes: boolean, part: Part): Feed[] {
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

function feedOfChannels({ sigma, channelTexts, isPartly }: SourceRow, part: Part): Feed[] {
  const isNamed = part.texts.some((text) => channelTexts?.some((pattern) => pattern.test(text)));
  if (!part.isAll && channelTexts !== null && !isNamed) return [];
  return [{ words: sigma, isWhole: (part.isAll || isNamed) && !isPartly }];
}
