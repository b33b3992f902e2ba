import type { Edit } from "./plain-text.ts";

/** Separators between a scheme and its host, with or without brackets. A blank is allowed only after the colon. */
const SEPARATOR =
  /(?:[[({]:[\])}](?:\\\/\\\/|[/\\]{2}|[[({]\/\/[\])}])|[[({]:(?:\\\/\\\/|\/\/)[\])}]|:[[({]\/\/[\])}]|:[ ]?(?:\\\/\\\/|[/\\]{2}))/y;
const SCHEME =
  /(?:(?<![a-z0-9])(?:(h[tx*+]{2,3}p|h\[tt\]p|h\[xx\]p|meow|f[tx*]p|wss?|tcp|udp|sftp|ldap)(s|\[s\]|\(s\))?|([[({])(https?|hxxps?|ftp)[\])}]))[ \t]?$/i;
/** A host with a dot, after the blank that prevents it from being a link. */
const HOST_AFTER = /[ \t](?=[\p{L}\p{N}-]{1,63}(?:\.|[[({]\.?[\])}]?)[\p{L}\p{N}])/uy;

/** Returns an edit that replaces a defanged scheme and separator, such as `hxxps[:]//`, up to the host. */
export function schemeBefore(text: string, at: number, done: number): Edit | null {
  if (!isSeparatorNear(text, at)) return null;
  SEPARATOR.lastIndex = at;
  const separator = SEPARATOR.exec(text)?.[0];
  if (separator === undefined) return null;
  const from = Math.max(done, at - 12);
  const found = SCHEME.exec(text.slice(from, at));
  if (found === null) return null;
  const [whole, scheme, secure, , bracketed] = found;
  const plain = `${schemeOf(scheme ?? bracketed ?? "", secure)}://`;
  let end = at + separator.length;
  HOST_AFTER.lastIndex = end;
  if (HOST_AFTER.test(text)) end += 1;
  const start = at - whole.length;
  if (text.slice(start, end).toLowerCase() === plain) return null;
  // Slashes that JSON escapes and uppercase schemes do not count as defanging.
  const isPlain = /^:(?:\\?\/){2}$/.test(separator) && end === at + separator.length;
  const isDefanged = !isPlain || /[^a-z]/i.test(whole) || /x|meow/i.test(whole);
  return { start, end, plain, isDefanged };
}

/** Returns whether a slash follows closely after a colon or a bracket. */
function isSeparatorNear(text: string, at: number): boolean {
  for (let i = at + 1; i <= at + 4; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x2f || code === 0x5c) return true;
  }
  return false;
}

function schemeOf(written: string, secure: string | undefined): string {
  const scheme = written.toLowerCase();
  const isSecure = secure !== undefined;
  if (/^(?:ws|tcp|udp|sftp|ldap)/.test(scheme)) return isSecure ? `${scheme}s` : scheme;
  if (scheme.startsWith("f")) return isSecure ? "ftps" : "ftp";
  return isSecure || scheme.endsWith("s") ? "https" : "http";
}
