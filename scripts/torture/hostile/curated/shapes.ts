import type { Sent } from "../send.ts";

/** Returns a request of a curated case. The driver adds nothing. */
export const get = (path: string, headers: Sent["headers"] = {}): Sent => ({
  name: "curated: GET",
  method: "GET",
  // Node sends no other characters, and neither does any client.
  path: path.replace(/[^!-~]/g, encodeURIComponent),
  headers,
});

export const post = (
  path: string,
  body: string | Uint8Array,
  type: string,
  method = "POST",
): Sent => ({
  name: `curated: ${method}`,
  method,
  path,
  body,
  headers: type === "" ? {} : { "Content-Type": type },
});

export const json = (path: string, value: unknown, method = "POST"): Sent =>
  post(path, typeof value === "string" ? value : JSON.stringify(value), "application/json", method);

export const bytes = (path: string, body: string | Uint8Array): Sent =>
  post(path, body, "application/octet-stream");

const BOUNDARY = "curated";

/** Returns a form with fields and one file. */
export function form(
  path: string,
  fields: Record<string, string>,
  name = "",
  content: string | Uint8Array = "",
): Sent {
  const texts = Object.entries(fields).map(
    ([field, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const file = name === "" ? [] : [Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")];
  const body = Buffer.concat([
    Buffer.from(texts.join("")),
    ...file,
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  return post(path, body, `multipart/form-data; boundary=${BOUNDARY}`);
}

/** Returns all pairs of two lists. */
export const pairs = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]));
