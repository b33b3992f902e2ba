/** The lane of a job that asks a host of others'; null for what is no URL. */
export function laneOf(url: string): string | null {
  return URL.canParse(url) ? `host:${new URL(url).host}` : null;
}
