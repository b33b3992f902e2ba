import { describe, expect, it } from "vitest";
import { boundaryOf } from "../../../src/platform/http/multipart-headers.ts";
import { type FormPart, readMultipart } from "../../../src/platform/http/read-multipart.ts";
import { AppError } from "../../../src/platform/lib/errors.ts";
import { seededRandom } from "../../support/random.ts";

const MIB = 1024 * 1024;
const encoder = new TextEncoder();
const tooLarge = () => new AppError("file_too_large", "Too large.");

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a body as it would come in pieces of a size. */
async function read(body: Uint8Array, boundary: string, size = body.length, declared = true) {
  return await readMultipart(inPieces(body, size), {
    boundary,
    maxBytes: 64 * MIB,
    declaredBytes: declared ? body.length : null,
    limitOf: ({ name }) => (name === "unwanted" ? null : { maxBytes: 32 * MIB, tooLarge }),
  });
}

/** A form as the runtime itself writes it. */
async function encode(form: FormData): Promise<{ body: Uint8Array; boundary: string }> {
  const response = new Response(form);
  const boundary = boundaryOf(response.headers.get("Content-Type") ?? "") ?? "";
  return { body: new Uint8Array(await response.arrayBuffer()), boundary };
}

const part = (name: string, content: string, more = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const textOf = (one: FormPart | undefined) => new TextDecoder().decode(one?.bytes);

/** Binary content full of what looks like the beginning of a delimiter. */
function trickyBytes(length: number, boundary: string): Uint8Array<ArrayBuffer> {
  const random = seededRandom(7);
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) {
    const from = Math.floor(random() * delimiter.length);
    const piece = delimiter.subarray(0, from);
    if (random() < 0.2 && at + piece.length < length) bytes.set(piece, at);
    at += piece.length;
    if (at < length) bytes[at] = Math.floor(random() * 256);
  }
  return bytes;
}

describe("a form", () => {
  it.each([1, 2, 3, 7, 64, 4096, 300_000])("is read whole in pieces of %i bytes", async (size) => {
    const form = new FormData();
    const bytes = trickyBytes(20_000, "----formdata");
    form.append("name", 'Наш "отчёт"\r\n');
    form.append("file", new File([bytes], 'a "b".pdf'));
    form.append("text", "");
    form.append("text", "twice");
    const { body, boundary } = await encode(form);
    const parts = await read(body, boundary, size);
    expect(parts.map(({ name, filename }) => [name, filename])).toEqual([
      ["name", null],
      ["file", 'a "b".pdf'],
      ["text", null],
      ["text", null],
    ]);
    expect(textOf(parts[0])).toBe('Наш "отчёт"\r\n');
    expect(parts[1]?.bytes).toEqual(bytes);
    expect(parts.slice(2).map(textOf)).toEqual(["", "twice"]);
  });

  it("is in memory once: a part's buffer is no larger than the body", async () => {
    const form = new FormData();
    form.append("file", new File([new Uint8Array(9 * MIB)], "a.pdf"));
    const { body, boundary } = await encode(form);
    const [file] = await read(body, boundary, 512 * 1024);
    expect(file?.bytes.length).toBe(9 * MIB);
    expect(file?.bytes.buffer.byteLength).toBeLessThan(body.length);
    const [grown] = await read(body, boundary, 512 * 1024, false);
    expect(grown?.bytes).toEqual(file?.bytes);
  });

  it("may have something before and behind it, folded lines and odd names", async () => {
    const body = `before\r\n${part("text", "a", '; filename="C:\\\\x \\"y\\".txt"')}--b--\r\nbehind`;
    const [read1] = await read(encoder.encode(body), "b", 5);
    expect(read1).toMatchObject({ name: "text", filename: 'C:\\x "y".txt' });
    const browser = part("text", "a", '; filename="%22%0D%0A100%.txt"');
    expect(await read(encoder.encode(`${browser}--b--`), "b")).toMatchObject([
      { filename: '"\r\n100%.txt' },
    ]);
    const folded = `--b\r\ncontent-type: a/b\r\ncontent-disposition: form-data;\r\n name=text\r\n\r\na\r\n--b--`;
    expect(await read(encoder.encode(folded), "b", 5)).toMatchObject([{ name: "text" }]);
  });

  it("is not kept where nobody wants it", async () => {
    const body = `${part("unwanted", "x".repeat(1000))}${part("text", "a")}--b--`;
    const parts = await read(encoder.encode(body), "b");
    expect(parts.map((one) => one.bytes.length)).toEqual([0, 1]);
  });

  it.each([
    ["nothing", ""],
    ["no form", "x"],
    ["a beginning", "--b\r\nbroken"],
    ["no last delimiter", part("text", "a")],
    ["a part without a header", "--b\r\n\r\na\r\n--b--"],
    ["a part without a name", "--b\r\nContent-Disposition: form-data\r\n\r\na\r\n--b--"],
    ["something behind a delimiter", `${part("text", "a")}--bx\r\n`],
    ["a header without end", `--b\r\nContent-Disposition: ${"x".repeat(20_000)}`],
    ["too many parts", `${part("text", "a").repeat(101)}--b--`],
  ])("that is %s is refused", async (_what, body) => {
    const outcome = read(encoder.encode(body), "b");
    await expect(outcome).rejects.toMatchObject({ code: "validation_error" });
  });

  it("is refused as soon as a part or the whole is too large", async () => {
    let sent = 0;
    async function* endless() {
      yield encoder.encode(part("file", "").slice(0, -2));
      for (;;) yield new Uint8Array((sent += 1) && 1000);
    }
    const options = { boundary: "b", maxBytes: 50_000, declaredBytes: null };
    const limit = { maxBytes: 20_000, tooLarge };
    const refused = readMultipart(endless(), { ...options, limitOf: () => limit });
    await expect(refused).rejects.toMatchObject({ code: "file_too_large" });
    expect(sent).toBe(21);
    sent = 0;
    const whole = readMultipart(endless(), { ...options, limitOf: () => null });
    await expect(whole).rejects.toMatchObject({ code: "body_too_large" });
    expect(sent).toBe(50);
  });
});

describe("a boundary", () => {
  it.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['multipart/form-data; charset=utf-8; Boundary="a b;c"', "a b;c"],
    ["multipart/form-data", null],
    [`multipart/form-data; boundary=${"x".repeat(71)}`, "x".repeat(70)],
    ["multipart/form-data; boundary=", null],
  ])("of %s is %s", (type, boundary) => expect(boundaryOf(type)).toBe(boundary));
});
