import type { Search } from "./read-search.ts";

type Value = string | number | boolean;

/** Parses a query: texts, and `true` and `false` as switches. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [key, value] of new URLSearchParams(text)) {
    search[key] = value === "true" || value === "false" ? value === "true" : value;
  }
  return search;
}

/** Writes a readable query, without quotes and with unescaped separators. */
export function stringifySearch(search: Search): string {
  const parts = Object.entries(search).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encode(key)}=${encode(String(value as Value))}`],
  );
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|2F|20)/gu, (code) =>
    code === "%20" ? "+" : decodeURIComponent(code),
  );
}
