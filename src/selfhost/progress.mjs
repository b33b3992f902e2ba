// In JavaScript without packages, since scripts/run.mjs shows the set-up before there are any.

const BAR_WIDTH = 24;
/** A terminal is drawn on at most so often, and so often while nothing is told. */
const DRAW_MS = 100;
const REDRAW_MS = 1_000;
/** A log gets a line so often in the first minute, and one a minute from then on. */
const LINE_MS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Long work that is under way.
 * @typedef {object} Progress
 * @property {(done: number, change?: { total?: number, label?: string }) => void} update
 *   tells how far it is, and what is done now; cheap enough for a loop
 * @property {() => void} end once it is done
 */

/**
 * The work that is shown now. There is one line for it, so it is one at a time.
 * @type {{ clear(): void, draw(): void } | null}
 */
let shown = null;

/**
 * Shows on stderr that work began and how far it is: on a terminal a bar with rate and remaining
 * time, else a line at the beginning and another one now and then.
 * @param {string} label what is done, such as `Unpacking fonts`
 * @param {{ total?: number, unit?: string, scale?: number, announce?: boolean, stream?: NodeJS.WriteStream }} [options]
 *   `total` in steps, 0 while it is not known; `scale` steps are shown as one `unit`; `announce: false`
 *   leaves out a log's first line, for what mostly takes no time
 * @returns {Progress}
 */
export function startProgress(label, options = {}) {
  const { unit = "", scale = 1, announce = true, stream = process.stderr } = options;
  const isTerminal = stream.isTTY && process.env["TERM"] !== "dumb";
  const state = { label, unit, scale, done: 0, total: options.total ?? 0 };
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  let next = isTerminal ? 0 : LINE_MS;
  const draw = () => stream.write(`\r${describe(state, elapsed(), stream.columns || 80)}\u001b[K`);
  const step = () => {
    if (elapsed() < next) return;
    const pause = elapsed() < MINUTE_MS ? LINE_MS : MINUTE_MS;
    next = elapsed() + (isTerminal ? DRAW_MS : pause);
    if (isTerminal) draw();
    else stream.write(`${describe(state, elapsed())}\n`);
  };
  if (isTerminal) shown = { clear: () => stream.write("\r\u001b[K"), draw };
  else if (announce) stream.write(`${label} ...\n`);
  step();
  const timer = setInterval(step, isTerminal ? REDRAW_MS : LINE_MS);
  timer.unref();
  return {
    update: (done, change = {}) => {
      Object.assign(state, change, { done });
      step();
    },
    end: () => {
      clearInterval(timer);
      shown = null;
      if (isTerminal) stream.write(`\r${label}: ${inTime(elapsed())}\u001b[K\n`);
    },
  };
}

/**
 * Prints while the bar is out of the way.
 * @param {() => void} print
 */
export function printAboveBar(print) {
  shown?.clear();
  print();
  shown?.draw();
}

/**
 * One line: what is done, how far, how fast, how long still.
 * @param {{ label: string, unit: string, scale: number, done: number, total: number }} state
 * @param {number} elapsedMs
 * @param {number} [columns] with a bar, no wider than this
 */
export function describe({ label, unit, scale, done, total }, elapsedMs, columns) {
  const parts = [columns === undefined ? `${label}:` : label.padEnd(26)];
  const amount = (steps) => (scale === 1 ? String(steps) : (steps / scale).toFixed(1));
  if (total > 0) {
    const share = Math.min(done / total, 1);
    const filled = Math.round(share * BAR_WIDTH);
    if (columns !== undefined) parts.push("█".repeat(filled) + "░".repeat(BAR_WIDTH - filled));
    parts.push(`${Math.floor(share * 100)} %`, `${amount(done)}/${amount(total)} ${unit}`.trim());
  }
  const seconds = elapsedMs / 1000;
  if (done > 0 && seconds >= 1) {
    const rate = done / scale / seconds;
    if (unit !== "") parts.push(`${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)} ${unit}/s`);
    if (total > done) parts.push(`${inTime((elapsedMs * (total - done)) / done)} left`);
  } else parts.push(inTime(elapsedMs));
  const line = parts.join("  ");
  return columns === undefined ? line : line.slice(0, Math.max(columns - 1, 20));
}

/** @param {number} milliseconds */
function inTime(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
