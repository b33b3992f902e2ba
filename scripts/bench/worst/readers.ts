/** What reads a text, and the pieces that its worst texts are made of. */
export interface TextReader {
  read: (text: string) => unknown;
  /** Characters of the smallest of the three texts. */
  size: number;
  units: readonly string[];
}

/** What reads a structure of so many parts. */
export interface StructureReader {
  parts: number;
  make: (parts: number) => string;
  read: (text: string) => Promise<unknown>;
}
