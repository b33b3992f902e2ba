import { SIGNAL_COUNT, type Unit } from "./signals.ts";

/** A candidate of one sentence with its signals, see `SIGNALS`. */
export interface Candidate extends Unit {
  sentence: number;
  /** A view into the list, so writes persist. */
  signals: Float32Array;
}

/** Packed candidates in order of sentences. Each takes about 130 bytes, and a sentence has about ten. */
export interface CandidateList {
  readonly length: number;
  /** @throws RangeError if the index is past the end */
  at(index: number): Candidate;
  push(unit: Unit, sentence: number, signals: ArrayLike<number>): void;
}

/** Candidates per block. A single growing array would need memory for the old and the new array simultaneously. */
const PER_BLOCK = 1024;

interface Block {
  signals: Float32Array;
  sentences: Uint32Array;
  /** Class, shifted left by one bit that marks families. */
  units: Uint32Array;
}

/** Creates an empty list. */
export function createCandidateList(): CandidateList {
  const blocks: Block[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (index) => {
      const { signals, sentences, units } = blockOf(blocks, index);
      const at = index % PER_BLOCK;
      const unit = units[at] ?? 0;
      return {
        c: unit >>> 1,
        isFamily: (unit & 1) === 1,
        sentence: sentences[at] ?? 0,
        signals: signals.subarray(at * SIGNAL_COUNT, (at + 1) * SIGNAL_COUNT),
      };
    },
    push: ({ c, isFamily }, sentence, signals) => {
      if (length % PER_BLOCK === 0) blocks.push(createBlock());
      const block = blockOf(blocks, length);
      const at = length % PER_BLOCK;
      block.signals.set(signals, at * SIGNAL_COUNT);
      block.sentences[at] = sentence;
      block.units[at] = (c << 1) | (isFamily ? 1 : 0);
      length += 1;
    },
  };
}

function createBlock(): Block {
  return {
    signals: new Float32Array(PER_BLOCK * SIGNAL_COUNT),
    sentences: new Uint32Array(PER_BLOCK),
    units: new Uint32Array(PER_BLOCK),
  };
}

function blockOf(blocks: readonly Block[], index: number): Block {
  const block = blocks[Math.floor(index / PER_BLOCK)];
  if (block === undefined) throw new RangeError(`There is no candidate ${index}.`);
  return block;
}
