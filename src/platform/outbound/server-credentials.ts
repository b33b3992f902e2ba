import { z } from "zod";

/** Credentials for URLs below a prefix. */
export interface ServerCredential {
  origin: string;
  /** Ends in a slash. */
  path: string;
  /** Value of the Authorization header. */
  authorization: string;
}
export type ServerCredentials = readonly ServerCredential[];

const EXAMPLE = `{"https://misp.example.org": {"key": "..."}}`;
/** A header value contains visible ASCII and inner blanks. */
const inHeader = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/);
const credentialForm = z.union([
  z
    .strictObject({ username: z.string().min(1), password: z.string() })
    .refine(({ username }) => !username.includes(":"))
    .transform(({ username, password }) => `Basic ${toBase64(`${username}:${password}`)}`),
  z.strictObject({ bearer: inHeader }).transform(({ bearer }) => `Bearer ${bearer}`),
  z.strictObject({ key: inHeader }).transform(({ key }) => key),
]);

/**
 * The setting of credentials for other servers: JSON whose keys are origins or URL prefixes. Messages never quote a
 * value, because any may be secret.
 */
export const serverCredentials = z
  .string()
  .transform((text, ctx): ServerCredentials => {
    const found = readCredentials(text);
    if (typeof found !== "string") return found;
    ctx.addIssue({ code: "custom", message: found });
    return z.NEVER;
  })
  .default([])
  .meta({ secret: true });

/** Returns the credentials, longest prefix first, or the end of a sentence about what is wrong. */
function readCredentials(text: string): ServerCredentials | string {
  const entries = entriesOf(text);
  if (entries === null) return `must be a JSON object such as ${EXAMPLE}`;
  const found: ServerCredential[] = [];
  for (const [place, [prefix, value]] of entries.entries()) {
    const at = `(entry ${place + 1})`;
    const url = prefixOf(prefix);
    if (url === null) {
      return `needs keys that are http(s) URLs without user name, query and fragment ${at}`;
    }
    const { data: authorization, success } = credentialForm.safeParse(value);
    if (!success) {
      return `needs {"username", "password"}, {"bearer"} or {"key"} for each server, in characters that a header can carry ${at}`;
    }
    if (found.some(({ origin, path }) => origin === url.origin && path === url.path)) {
      return `names the same server twice ${at}`;
    }
    found.push({ ...url, authorization });
  }
  return found.sort((a, b) => b.path.length - a.path.length);
}

function entriesOf(text: string): [string, unknown][] | null {
  try {
    const value = JSON.parse(text) as unknown;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.entries(value) : null;
  } catch {
    return null;
  }
}

function prefixOf(prefix: string): { origin: string; path: string } | null {
  const url = URL.parse(prefix);
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(prefix)) return null;
  if (url.username !== "" || url.password !== "") return null;
  return { origin: url.origin, path: url.pathname.replace(/\/*$/, "/") };
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/**
 * Returns the Authorization header of the longest prefix that matches a URL, or null. A path that a server may decode
 * into another folder has none.
 */
export function authorizationFor(credentials: ServerCredentials, given: string): string | null {
  const url = URL.parse(given);
  if (url === null) return null;
  const folder = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  const isPlain = !/%2f|%5c|%2e/i.test(folder);
  const found = credentials.find(
    ({ origin, path }) =>
      origin === url.origin && (path === "/" || (isPlain && folder.startsWith(path))),
  );
  return found?.authorization ?? null;
}
