/** The Builder's block height depends on the length of its text, in canvas units. */
const HEAD_HEIGHT = 260;
const LINE_HEIGHT = 22;
const LINE_CHARS = 34;
const GAP = 100;
/** The Builder aligns blocks to a grid. */
const GRID = 10;

/** Returns the centers of blocks in a column, from top to bottom. */
export function columnOf(
  blocks: readonly { passage: string }[],
  x: number,
): [x: number, y: number][] {
  let top = 0;
  return blocks.map(({ passage }) => {
    const height = HEAD_HEIGHT + LINE_HEIGHT * Math.ceil(passage.length / LINE_CHARS);
    const center = Math.round((top + height / 2) / GRID) * GRID;
    top += height + GAP;
    return [x, center];
  });
}
