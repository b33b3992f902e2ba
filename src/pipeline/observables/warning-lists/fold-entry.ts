import ipaddr from "ipaddr.js";

/** Longer ones name nothing. */
export const MAX_ENTRY_CHARS = 2048;

/** What a host name looks like on the lists, which take underscores and hyphens anywhere. */
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * The form in which a name is compared: lower case, A-labels, without a final dot; a dot before it
 * is kept. Null for what is no name.
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

/** The form in which any other value is compared: in lower case, an IPv6 address as RFC 5952 writes it. */
export function foldText(entry: string): string | null {
  const text = entry.trim().toLowerCase();
  if (text === "" || text.length > MAX_ENTRY_CHARS || /\p{Cc}/u.test(text)) return null;
  if (/^[0-9a-f:.]*:[0-9a-f:.]*$/.test(text) && ipaddr.IPv6.isValid(text)) {
    return ipaddr.IPv6.parse(text).toRFC5952String();
  }
  if (!/[^\0-\x7f]/.test(text)) return text;
  return foldName(text) ?? text;
}
