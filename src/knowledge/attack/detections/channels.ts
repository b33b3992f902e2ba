/*
 * ATT&CK's log sources are written manually. Only certain errors are cleaned here. Everything else is passed on
 * unchanged: misspelt names (`linus:syslog`, `NSM:FLow`), sentences in place of a channel, and references to a channel
 * that the data component does not list.
 */

/** Kinds of channels: none, Windows event codes, a short name, or a text. */
export const CHANNEL_KINDS = ["none", "event_codes", "name", "prose"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** `EventCode=3, 22` and `EventCode=4778, EventCode=4779`: only codes. */
const EVENT_CODES = /^EventCode=\d{1,6}(?:\s*,\s*(?:EventCode=)?\d{1,6})*$/;
const MAX_NAME_CHARS = 80;
const MAX_NAME_WORDS = 6;
const MAX_PART_WORDS = 3;
/** Words that appear in sentences. */
const JOINING = /\b(?:and|or|of|with|without|from|to|by|in|on|for|via|e\.g)\b/i;

/**
 * Returns a name or channel as stored. White space at the ends and its repetition are errors: the releases have
 * `networkconfig` with and without a trailing blank.
 */
export function cleanText(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/**
 * Returns a channel as stored, or null. The text `None` is what Python prints for no value: no log source has a channel
 * of that name, and `Internet Scan` has no other.
 */
export function cleanChannel(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const channel = cleanText(value);
  return channel === "" || channel === "None" ? null : channel;
}

/** Returns the unique Windows event codes that a channel lists, or none if it contains anything else. */
export function eventCodesOf(channel: string | null): number[] {
  if (channel === null || !EVENT_CODES.test(channel)) return [];
  return [...new Set((channel.match(/\d+/g) ?? []).map(Number))];
}

/** Returns the kind of a channel. A withheld one is a text. */
export function channelKindOf(channel: string | null, withheld: boolean): ChannelKind {
  if (withheld) return "prose";
  if (channel === null) return "none";
  if (EVENT_CODES.test(channel)) return "event_codes";
  return isShort(channel) ? "name" : "prose";
}

/**
 * Returns whether a channel is a short fact instead of a sentence: operations, record types, paths, and lists of them.
 */
function isShort(channel: string): boolean {
  if (channel.length > MAX_NAME_CHARS || /[.!?…]$/.test(channel)) return false;
  if (wordsOf(channel) > MAX_NAME_WORDS || JOINING.test(channel)) return false;
  return channel.split(/[,;|]/).every((part) => wordsOf(part) <= MAX_PART_WORDS);
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length;
}
