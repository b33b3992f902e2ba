/** Returns the host of a text's page, whose own name is not an indicator, or null if there is none. */
export function publisherOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
