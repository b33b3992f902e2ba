import { Readable } from "node:stream";
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { isTar, readTar, type TarEntry } from "../../../src/formats/tar/read-tar.ts";
import { type TarFile, writeTar } from "../../../src/formats/tar/write-tar.ts";
import { concatBytes } from "../../../src/platform/lib/streams.ts";
import { tarOf } from "../../support/rules/archives.ts";

// oxlint-disable-next-line typescript/require-await -- what is read comes in chunks elsewhere
async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function list(
  bytes: Uint8Array,
  size = 1_000,
): Promise<[string, TarEntry["kind"], string][]> {
  const found: [string, TarEntry["kind"], string][] = [];
  for await (const entry of readTar(chunksOf(bytes, size), () => new Error("damaged"))) {
    const { name, kind } = entry;
    // Every second one is passed over.
    const content = found.length % 2 === 0 ? new TextDecoder().decode(await entry.read()) : "-";
    found.push([name, kind, content]);
  }
  return found;
}

const LONG = `${"папка/".repeat(40)}文件.yml`;

describe("a tar archive", () => {
  const plain = tarOf([
    { name: "a.yml", content: "one" },
    { name: "folder/", type: "5" },
    { name: "b.yml", content: "x".repeat(1_025) },
    { name: "link", type: "2" },
    { name: "old/", type: "\0" },
    { name: "c.yml", content: "" },
  ]);

  it.each([1, 7, 512, 1_000_000])("is read from chunks of %i bytes", async (size) => {
    expect(await list(plain, size)).toEqual([
      ["a.yml", "file", "one"],
      ["folder/", "directory", "-"],
      ["b.yml", "file", "x".repeat(1_025)],
      ["link", "link", "-"],
      ["old/", "directory", ""],
      ["c.yml", "file", "-"],
    ]);
  });

  it("may have GNU's long names before its members", async () => {
    const bytes = tarOf([
      { name: "././@LongLink", type: "L", content: `${LONG}\0` },
      { name: "short", content: "1" },
      { name: "b", content: "2" },
    ]);
    expect(await list(bytes)).toEqual([
      [LONG, "file", "1"],
      ["b", "file", "-"],
    ]);
  });

  it("is written as it is read", async () => {
    const names = [
      "a",
      "a".repeat(100),
      "a".repeat(101),
      LONG,
      ...[9, 90, 93, 96, 980].map((n) => "é".repeat(n)),
    ];
    // oxlint-disable-next-line typescript/require-await -- what is written comes from a database elsewhere
    const files = async function* (): AsyncGenerator<TarFile> {
      for (const name of names) yield { name, content: name, modified: 1_700_000_000 };
    };
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeTar(files())) chunks.push(chunk);
    const bytes = concatBytes(chunks);
    expect(isTar(bytes)).toBe(true);
    expect((await list(bytes)).map(([name]) => name)).toEqual(names);
  });

  it.each([
    ["its end", plain.subarray(0, plain.length - 1024)],
    ["the rest of a file", plain.subarray(0, 512 + 512 + 512 + 512 + 100)],
    ["the rest of a header", plain.subarray(0, 512 + 512 + 100)],
    ["a right checksum", concatBytes([plain.subarray(0, 1024), strToU8("x".repeat(512))])],
    [
      "a fair size of its attributes",
      tarOf([{ name: "x", type: "x", content: "y".repeat(1_100_000) }]),
    ],
  ])("that lacks %s is told as damaged, after what came whole", async (_what, bytes) => {
    const names: string[] = [];
    const reading = (async () => {
      for await (const entry of readTar(chunksOf(bytes, 300), () => new Error("damaged"))) {
        if (entry.kind === "file") await entry.read();
        names.push(entry.name);
      }
    })();
    await expect(reading).rejects.toThrow("damaged");
    expect(["", "a.yml", "a.yml,folder/", "a.yml,folder/,b.yml,link,old/,c.yml"]).toContain(
      names.join(","),
    );
  });

  it("is told from other bytes", () => {
    expect(isTar(new Uint8Array(1024))).toBe(false);
    expect(isTar(strToU8("title: x\n".repeat(100)))).toBe(false);
    expect(isTar(plain.subarray(0, 511))).toBe(false);
  });
});

describe("a large member", () => {
  it("is read in pieces, and what is left of it is passed over", async () => {
    const text = "0123456789".repeat(1_000);
    const files = [
      { name: "large", content: text, modified: 0 },
      { name: "next", content: "after", modified: 0 },
    ];
    const bytes = concatBytes(await Array.fromAsync(writeTar(Readable.from(files))));
    const found: string[] = [];
    for await (const entry of readTar(chunksOf(bytes, 700), () => new Error("damaged"))) {
      let read = "";
      for await (const piece of entry.chunks()) {
        read += new TextDecoder().decode(piece);
        if (entry.name === "large" && read.length > 2_000) break;
      }
      found.push(read);
    }
    expect([text.startsWith(found[0] ?? ""), found[1]]).toEqual([true, "after"]);
  });

  it("has its size before it when the header is too small for that", async () => {
    const size = 9 * 1024 ** 3;
    const content = { size, chunks: Readable.from([new Uint8Array(512)]) };
    const written: Uint8Array[] = [];
    const writing = (async () => {
      for await (const chunk of writeTar(Readable.from([{ name: "a", content, modified: 0 }])))
        written.push(chunk);
    })();
    await expect(writing).rejects.toThrow("a changed while it was archived.");
    const entries = readTar(Readable.from(written), () => new Error("damaged"));
    expect((await entries.next()).value).toMatchObject({ name: "a", size });
  });
});
