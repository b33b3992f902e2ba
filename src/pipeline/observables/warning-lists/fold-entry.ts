import ipaddr from "ipaddr.js";

/** Longer entries are invalid. */
export const MAX_ENTRY_CHARS = 2048;

/** Host names on the lists, which allow underscores and hyphens anywhere. */
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Normalizes a name for comparison: lowercase, A-labels, no final dot. A leading dot is preserved. Returns null for
 * an invalid name.
 */
export function foldName(entry: string): string | null {
  const lower = entry.trim().toLowerCase();
  const dot = /^\*?\./.exec(lower)?.[0] ?? "";
  const plain = lower.slice(dot.length).replace(/\.$/, "");
  const ascii = NAME.test(plain) ? plain : toAscii(plain);
  if (ascii === null || ascii.length > 253) return null;
  return dot === "" ? ascii : `.${ascii}`;
}

function toAscii(name: string): string | null {
  if (!/[^\0-\x7f]/.test(name) || /[\s/:@?#[\]\\]/.test(name)) return null;
  const url = URL.parse(`http://${name}/`);
  return url !== null && NAME.test(url.hostname) ? url.hostname : null;
}

/** Normalizes any other value for comparison: lowercase, and IPv6 addresses in RFC 5952 notation. */
export function foldText(entry: string): string | null {
  const text = entry.trim().toLowerCase();
  if (text === "" || text.length > MAX_ENTRY_CHARS || /\p{Cc}/u.test(text)) return null;
  if (/^[0-9a-f:.]*:[0-9a-f:.]*$/.test(text) && ipaddr.IPv6.isValid(text)) {
    return ipaddr.IPv6.parse(text).toRFC5952String();
  }
  if (!/[^\0-\x7f]/.test(text)) return text;
  return foldName(text) ?? text;
}
