import { formatBytes } from "../../platform/lib/streams.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { MAX_RULE_CHARS } from "../languages/vocabulary.ts";

/** Maximum files in one request, including folders and skipped files. */
const MAX_ENTRIES = 100_000;

/** Archive bytes to read before yielding to other work; each entry counts as some. */
const SLICE_BYTES = 256 * 1024;
const ENTRY_BYTES = 512;

/** A UTF-16 code unit takes at most three bytes of UTF-8. */
export const MAX_FILE_BYTES = 3 * MAX_RULE_CHARS;

/** A fault that ends the reading of an archive. Earlier files remain. */
export class ArchiveFault extends Error {}

/** A fault of one file in an archive. Other files remain readable. */
export class FileFault extends Error {}

/** The common limit of all archives in a request. */
export class Allowance {
  readonly #limit: number;
  #left: number;
  #entries = 0;
  #unpaused = 0;

  /** @param limit of the unpacked size, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** Counts unpacked bytes. @throws ArchiveFault */
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

  /** Yields to other work after each slice. */
  async pause(): Promise<void> {
    if (this.#unpaused < SLICE_BYTES) return;
    this.#unpaused = 0;
    await yieldToOthers();
  }
}

/** Returns the fault of a file that is too large for a rule. */
export function tooLarge(): FileFault {
  return new FileFault(`A rule must have at most ${MAX_RULE_CHARS} characters.`);
}
