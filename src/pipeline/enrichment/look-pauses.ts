/** Whoever waits for another worker looks again this soon. */
export const LOOK_SECONDS = 0.2;
const MAX_LOOK_SECONDS = 0.5;

/** Pauses between looks, first short and then longer: each look is a query, of which there are few. */
export function* lookPauses(): Generator<number, never, void> {
  for (let pause = LOOK_SECONDS; ; pause = Math.min(MAX_LOOK_SECONDS, pause * 1.5)) yield pause;
}
