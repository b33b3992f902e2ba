/** Returns the lane of a job that requests a third-party host, or null if the URL is invalid. */
export function laneOf(url: string): string | null {
  return URL.canParse(url) ? `host:${new URL(url).host}` : null;
}
