import { concatBytes } from "../../../src/platform/lib/streams.ts";
import { gzipSync, strToU8, Zip, ZipDeflate, zipSync } from "fflate";

let counter = 0;
/** A Sigma rule; a field of `more` takes the place of one of its own. */
export function sigma(more: Record<string, string> = {}): { id: string; text: string } {
  counter += 1;
  const id = `20000000-0000-4000-8000-${String(counter).padStart(12, "0")}`;
  const fields = {
    title: `Rule number ${counter}`,
    id,
    status: "test",
    level: "high",
    author: "Ada, Боб",
    tags: "[attack.execution, attack.t1059.001]",
    logsource: "{category: process_creation, product: windows}",
    detection: `{selection: {Image|endswith: '\\rule${counter}.exe', CommandLine|contains: 'x${counter}'}, condition: selection}`,
    ...more,
  };
  const text = Object.entries(fields)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
  return { id: fields.id, text };
}

/** Contents by their paths. */
export type Files = Record<string, string | Uint8Array>;
const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? strToU8(content) : content;
/** A zip archive of some files. */
export const zip = (files: Files) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, of]) => [name, bytesOf(of)])));
/** The same as a program writes it that does not know the sizes before: they are behind each file. */
export function streamedZip(files: Files): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((_error, chunk) => chunks.push(chunk));
  for (const [name, content] of Object.entries(files)) {
    const entry = new ZipDeflate(name);
    archive.add(entry);
    entry.push(bytesOf(content), true);
  }
  archive.end();
  return concatBytes(chunks);
}
/** A member of a tar archive: a file unless `type` says otherwise. */
export interface Member {
  name: string;
  content?: string | Uint8Array;
  type?: string;
}

/** A tar archive (ustar) of members; names have at most 100 bytes. */
export function tarOf(members: readonly Member[]): Uint8Array<ArrayBuffer> {
  const blocks = members.flatMap(({ name, content = "", type = "0" }) => {
    const bytes = bytesOf(content);
    const header = new Uint8Array(512);
    const put = (at: number, text: string) => header.set(strToU8(text), at);
    put(0, name);
    put(100, "0000644");
    put(124, bytes.length.toString(8).padStart(11, "0"));
    put(148, " ".repeat(8));
    put(156, type);
    put(257, "ustar");
    put(263, "00");
    const sum = header.reduce((total, byte) => total + byte, 0);
    put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
    return [header, bytes, new Uint8Array(-bytes.length & 511)];
  });
  return concatBytes([...blocks, new Uint8Array(1024)]);
}

/** The same of files alone. */
export const tar = (files: Files) =>
  tarOf(Object.entries(files).map(([name, content]) => ({ name, content })));

/** The same, gzipped. */
export const tarGz = (files: Files) => gzipSync(tar(files));
