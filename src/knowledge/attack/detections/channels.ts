/*
 * ATT&CK's log sources are written by hand. What is certain is cleaned here; everything else is
 * passed on as it is: misspelt names (`linus:syslog`, `NSM:FLow`), sentences in place of a channel,
 * and references to a channel that the data component does not list.
 */

/** What a channel is: nothing, Windows event codes, a short name, or a text. */
export const CHANNEL_KINDS = ["none", "event_codes", "name", "prose"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** `EventCode=3, 22` and `EventCode=4778, EventCode=4779`; nothing but codes. */
const EVENT_CODES = /^EventCode=\d{1,6}(?:\s*,\s*(?:EventCode=)?\d{1,6})*$/;
const MAX_NAME_CHARS = 80;
const MAX_NAME_WORDS = 6;
const MAX_PART_WORDS = 3;
/** Words that join others to a sentence. */
const JOINING = /\b(?:and|or|of|with|without|from|to|by|in|on|for|via|e\.g)\b/i;

/**
 * A name or channel as it is kept. White space at the ends and its repetition mean nothing: the
 * releases have `networkconfig` with and without a blank behind it.
 */
export function cleanText(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/**
 * A channel as it is kept; null for none. The text `None` is what Python prints for no value, and no
 * log source has a channel of that name; `Internet Scan` has no other.
 */
export function cleanChannel(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const channel = cleanText(value);
  return channel === "" || channel === "None" ? null : channel;
}

/** The Windows event codes that a channel lists, each once; none where it is anything else. */
export function eventCodesOf(channel: string | null): number[] {
  if (channel === null || !EVENT_CODES.test(channel)) return [];
  return [...new Set((channel.match(/\d+/g) ?? []).map(Number))];
}

/** What a channel is; one that was left out for being a text is one all the same. */
export function channelKindOf(channel: string | null, withheld: boolean): ChannelKind {
  if (withheld) return "prose";
  if (channel === null) return "none";
  if (EVENT_CODES.test(channel)) return "event_codes";
  return isShort(channel) ? "name" : "prose";
}

/** Operations, record types, paths, and lists of them: a fact, as against a sentence. */
function isShort(channel: string): boolean {
  if (channel.length > MAX_NAME_CHARS || /[.!?…]$/.test(channel)) return false;
  if (wordsOf(channel) > MAX_NAME_WORDS || JOINING.test(channel)) return false;
  return channel.split(/[,;|]/).every((part) => wordsOf(part) <= MAX_PART_WORDS);
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length;
}
