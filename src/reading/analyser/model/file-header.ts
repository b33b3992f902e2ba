import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

/** Writes a magic string for the file type, and its header as JSON. */
export function writeHeader(writer: ByteWriter, magic: string, header: unknown): void {
  const json = new TextEncoder().encode(JSON.stringify(header));
  writer.bytes(new TextEncoder().encode(magic));
  writer.words(Uint32Array.of(json.length));
  writer.bytes(json);
}

/** @throws Error if the file does not start with the magic string */
export function readHeader(reader: ByteReader, magic: string): unknown {
  const found = new TextDecoder().decode(reader.bytes(magic.length));
  if (found !== magic) throw new Error("The file is no model.");
  const length = reader.words(1)[0] ?? 0;
  return JSON.parse(new TextDecoder().decode(reader.bytes(length)));
}
