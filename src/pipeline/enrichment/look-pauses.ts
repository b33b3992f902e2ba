/** Initial polling interval while waiting for another worker. */
export const LOOK_SECONDS = 0.2;
const MAX_LOOK_SECONDS = 0.5;

/** Yields increasing pauses between polls, because each poll is a query and queries are limited. */
export function* lookPauses(): Generator<number, never, void> {
  for (let pause = LOOK_SECONDS; ; pause = Math.min(MAX_LOOK_SECONDS, pause * 1.5)) yield pause;
}
