import { gunzipSync } from "node:zlib";
import { readData } from "./real-data.ts";

const BLOCK = 512;

/** The files of a gzipped tar of the real data, by their paths; null where it is not there. */
export function readDataTar(path: string): Map<string, string> | null {
  const packed = readData(path);
  if (packed === null) return null;
  const bytes = gunzipSync(packed);
  const files = new Map<string, string>();
  const text = (at: number, length: number) =>
    bytes
      .subarray(at, at + length)
      .toString("utf8")
      .replace(/\0.*$/s, "");
  let longName = "";
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const kind = text(at + 156, 1);
    const prefix = text(at + 345, 155);
    const name = longName || (prefix === "" ? "" : `${prefix}/`) + text(at, 100);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size).toString("utf8");
    longName = kind === "L" ? content.replace(/\0.*$/s, "") : "";
    if (kind === "0" || kind === "") files.set(name.replace(/^\.\//, ""), content);
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return files;
}
