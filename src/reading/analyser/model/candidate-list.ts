import { SIGNAL_COUNT, type Unit } from "./signals.ts";

/** A candidate of one sentence with its signals, see `SIGNALS`. */
export interface Candidate extends Unit {
  sentence: number;
  /** A view: what is written to it stays. */
  signals: Float32Array;
}

/** Candidates in order of sentences, packed: about 130 bytes each, some ten per sentence. */
export interface CandidateList {
  readonly length: number;
  /** @throws RangeError past the end */
  at(index: number): Candidate;
  push(unit: Unit, sentence: number, signals: ArrayLike<number>): void;
}

/** Blocks rather than one growing array, which would need room for the old and the new at once. */
const PER_BLOCK = 1024;

interface Block {
  signals: Float32Array;
  sentences: Uint32Array;
  /** Class, shifted by one bit that says whether it is a family. */
  units: Uint32Array;
}

/** An empty list. */
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
