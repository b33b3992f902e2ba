import { makeDocx, paragraph } from "./documents/make-docx.ts";
import { line, makePdf } from "./documents/make-pdf.ts";

/**
 * Mails as programs send them. Mails are bytes, so these texts have one character for each byte
 * (Latin-1): `utf8` turns other text into such.
 */
export const utf8 = (text: string): string => latin1(new TextEncoder().encode(text));
/** A loop, since large mails take seconds by `Uint8Array.from`. */
export function bytesOf(sent: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sent.length);
  for (let at = 0; at < sent.length; at += 1) bytes[at] = sent.charCodeAt(at);
  return bytes;
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

export const base64 = (binary: string): string =>
  (btoa(binary).match(/.{1,76}/g) ?? []).join("\r\n");
export const quotedPrintable = (binary: string): string =>
  binary.replace(/[^\t\r\n -<>-~]/g, (byte) => `=${hex(byte)}`);
const hex = (byte: string) => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
/** A word of a header in UTF-8 (RFC 2047). */
export const word = (text: string): string => `=?UTF-8?B?${btoa(utf8(text))}?=`;

/** Headers, a blank line, a body. */
export const part = (headers: readonly string[], body: string): string =>
  [...headers, "", body].join("\r\n");
export const text = (body: string, charset = "utf-8", encoding = "8bit"): string =>
  part(
    [`Content-Type: text/plain; charset=${charset}`, `Content-Transfer-Encoding: ${encoding}`],
    body,
  );
export const html = (body: string): string =>
  part(
    ["Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: base64"],
    base64(utf8(body)),
  );
export const attached = (name: string, type: string, content: string): string =>
  part(
    [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
    ],
    base64(content),
  );
export const inner = (forwarded: string, name = "forwarded.eml"): string =>
  part([`Content-Type: message/rfc822; name="${name}"`], forwarded);

let boundaries = 0;
/** A body of several parts. */
export function multipart(kind: string, parts: readonly string[], ends = true): string {
  boundaries += 1;
  const boundary = `=_part_${boundaries}`;
  const body = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join("");
  return part(
    [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    `${body}${ends ? `--${boundary}--\r\n` : ""}`,
  );
}

let mails = 0;
/** A mail of a subject and an id that no other one has. */
export function mail(content: string, headers: readonly string[] = []): string {
  mails += 1;
  const known = new Set(headers.map((header) => (header.split(":")[0] ?? "").toLowerCase()));
  const usual = [
    "From: Ann Analyst <ann@example.org>",
    "To: intake@example.org",
    `Subject: A report in mail number ${mails}`,
    "Date: Fri, 27 Nov 2026 10:00:00 +0100",
    `Message-ID: <mail-${mails}@example.org>`,
    "MIME-Version: 1.0",
  ].filter((header) => !known.has((header.split(":")[0] ?? "").toLowerCase()));
  return [...headers, ...usual, content].join("\r\n");
}

export const pdf = (sentence: string): string => latin1(makePdf([line(sentence)]));
export const docx = (sentence: string): string => latin1(makeDocx(paragraph(sentence)));
