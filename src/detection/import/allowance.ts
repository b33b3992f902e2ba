import { formatBytes } from "../../platform/lib/streams.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { MAX_RULE_CHARS } from "../languages/vocabulary.ts";

/** Files of one request, folders and what is passed over included. */
const MAX_ENTRIES = 100_000;

/** Bytes from archives that are read before others are served in between; an entry costs as much as some. */
const SLICE_BYTES = 256 * 1024;
const ENTRY_BYTES = 512;

/** A character takes at most three bytes of UTF-8 for each of its code units. */
export const MAX_FILE_BYTES = 3 * MAX_RULE_CHARS;

/** What ends the reading of an archive; what came before it stays. */
export class ArchiveFault extends Error {}

/** Why one file of an archive cannot be read; the others can. */
export class FileFault extends Error {}

/** What all archives of a request may take together. */
export class Allowance {
  readonly #limit: number;
  #left: number;
  #entries = 0;
  #unpaused = 0;

  /** @param limit of what they unpack to, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** Counts bytes that came out of an archive. @throws ArchiveFault */
  unpack(bytes: number): void {
    this.#unpaused += bytes;
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const most = formatBytes(this.#limit);
    throw new ArchiveFault(`It unpacks to more than ${most}; what came before that was read.`);
  }

  /** Counts a file of an archive. @throws ArchiveFault */
  enter(): void {
    this.#entries += 1;
    this.#unpaused += ENTRY_BYTES;
    if (this.#entries <= MAX_ENTRIES) return;
    throw new ArchiveFault(`It has more than ${MAX_ENTRIES} files; the first of them were read.`);
  }

  /** Serves others once a slice of the archives was read. */
  async pause(): Promise<void> {
    if (this.#unpaused < SLICE_BYTES) return;
    this.#unpaused = 0;
    await yieldToOthers();
  }
}

/** The fault of a file that is too large for a rule. */
export function tooLarge(): FileFault {
  return new FileFault(`A rule must have at most ${MAX_RULE_CHARS} characters.`);
}
