/** The host of the page that a text comes from, whose own name is no indicator; null where there is none. */
export function publisherOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
