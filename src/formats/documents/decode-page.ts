import { decodeFeed } from "./decode-feed.ts";

/** A fetched page. */
export interface FetchedPage {
  bytes: Uint8Array;
  /** The Content-Type of the response; "" if it has none. */
  contentType: string;
}

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([A-Za-z0-9._:-]{1,40})/i;
const HEAD_BYTES = 2048;

/** Decodes an HTML page by its byte order mark, its Content-Type or its `meta` element. */
export function decodePage({ bytes, contentType }: FetchedPage): string {
  const charset = META_CHARSET.exec(headOf(bytes))?.[1];
  const isDeclared = /charset=/i.test(contentType) || charset === undefined;
  return decodeFeed(bytes, isDeclared ? contentType : `charset=${charset}`);
}

/** Returns whether the fetched content is HTML, by its Content-Type or its beginning. */
export function isHtml({ bytes, contentType }: FetchedPage): boolean {
  const isNamed = /\bx?html\b/i.test(contentType);
  return isNamed || /^\s*<\?xml/i.test(headOf(bytes)) || beginsAsHtml(bytes);
}

/** Returns whether a file begins like HTML. */
export function beginsAsHtml(bytes: Uint8Array): boolean {
  const opening =
    /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype html|html)\b/i;
  return opening.test(headOf(bytes));
}

function headOf(bytes: Uint8Array): string {
  // In UTF-16 every other byte is zero.
  return new TextDecoder("windows-1252")
    .decode(bytes.subarray(0, HEAD_BYTES))
    .replace(/^(?:\u00FF\u00FE|\u00FE\u00FF|\u00EF\u00BB\u00BF)|\0/g, "");
}
