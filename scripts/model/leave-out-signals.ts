import {
  type Calibration,
  NETWORKS,
  type Networks,
} from "../../src/reading/analyser/model/calibrate.ts";
import type { Reading } from "../../src/reading/analyser/model/document-reader.ts";
import type { Network } from "../../src/reading/analyser/model/network.ts";
import { SIGNALS } from "../../src/reading/analyser/model/signals.ts";

/** A deviation that inputs have which were the same in all cases, see `fitWithout`. */
const NO_DEVIATION = 0.0011;

/**
 * Takes some of its signals from a reading. Which candidates there are stays: what spoke for those of
 * one signal alone is gone, and they are unlikely.
 */
export function blankSignals(
  { candidates }: Pick<Reading, "candidates">,
  names: readonly (typeof SIGNALS)[number][],
): void {
  const blank = names.map((name) => SIGNALS.indexOf(name));
  for (let index = 0; index < candidates.length; index += 1) {
    const { signals } = candidates.at(index);
    for (const at of blank) signals[at] = 0;
  }
}

/** Lets paragraphs say nothing of any technique. */
export function blankParagraphs(reading: Reading): void {
  reading.paragraphs = null;
}

/** Lets networks that were fitted on such readings pass over those signals where they are there. */
export function ignoreBlanks(calibration: Calibration): Calibration {
  const ignoring = NETWORKS.map((name) => [name, ignoreIn(calibration[name])]);
  return { ...calibration, ...(Object.fromEntries(ignoring) as Networks) };
}

/** Whatever is divided by infinity is the mean, as it was in fitting. */
function ignoreIn(network: Network): Network {
  const deviation = network.deviation.map((one) => (one < NO_DEVIATION ? Infinity : one));
  return { ...network, deviation };
}
