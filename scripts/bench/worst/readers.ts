/** A text reader, and the pieces of its worst texts. */
export interface TextReader {
  read: (text: string) => unknown;
  /** Characters of the smallest of the three texts. */
  size: number;
  units: readonly string[];
}

/** A reader of a structure with this many parts. */
export interface StructureReader {
  parts: number;
  make: (parts: number) => string;
  read: (text: string) => Promise<unknown>;
}
