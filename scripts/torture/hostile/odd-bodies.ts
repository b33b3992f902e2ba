import { gzipSync } from "node:zlib";
import {
  mutateJson,
  mutateText,
  pick,
  type Random,
} from "../../../test/support/node/fuzz/mutate.ts";
import { ODD_TEXTS, ODD_TYPES } from "./odd-values.ts";

/** A body with headers that describe it, rightly or not. */
export interface Body {
  headers: Record<string, string>;
  body: string | Uint8Array;
}

const BOUNDARY = "the-boundary-of-the-torture";
const MEGABYTE = 1_000_000;

/**
 * Returns a body for a media type, made from an example of the OpenAPI document: valid, nearly valid, or far
 * from it.
 */
export function makeBody(type: string, example: unknown, random: Random): Body {
  const made = type.startsWith("multipart/")
    ? makeForm(example, random)
    : { body: makeText(example, random), headers: { "Content-Type": type } };
  if (random() < 0.12) made.headers["Content-Type"] = pick(random, ODD_TYPES);
  return random() < 0.1 ? encode(made, random) : made;
}

function makeText(example: unknown, random: Random): string {
  if (typeof example === "string") {
    const parsed = parse(example);
    if (parsed !== undefined && random() < 0.6) return changeJson(parsed, random);
    return random() < 0.3 ? example : mutateText(example, random);
  }
  return changeJson(example ?? {}, random);
}

function changeJson(value: unknown, random: Random): string {
  const how = random();
  if (how < 0.3) return JSON.stringify(value);
  if (how < 0.75) {
    const rounds = pick(random, [1, 1, 2, 4]);
    let changed = value;
    for (let round = 0; round < rounds; round += 1) changed = mutateJson(changed, random);
    return JSON.stringify(changed) ?? "null";
  }
  const text = JSON.stringify(value);
  return pick(random, [
    () => mutateText(text, random),
    () => text.slice(0, Math.floor(random() * text.length)),
    () =>
      JSON.stringify({ ...(value as object), [pick(random, ODD_TEXTS)]: pick(random, ODD_TEXTS) }),
    () => `${text.slice(0, -1)},${text.slice(1)}`,
    () => "[".repeat(pick(random, [100, 10_000, 200_000])),
    () => '{"a":'.repeat(pick(random, [100, 50_000])) + "1",
    () => `"${"x".repeat(pick(random, [MEGABYTE, 3 * MEGABYTE]))}"`,
    () => `[${"1,".repeat(pick(random, [1_000, MEGABYTE / 10]))}1]`,
    () =>
      pick(random, [
        "",
        " ",
        "null",
        "0",
        '""',
        "[]",
        "{}",
        "NaN",
        "\ufeff{}",
        "{}{}",
        "//",
        "{'a':1}",
      ]),
  ])();
}

/** Returns the fields of the example, then duplicated, missing, renamed, or as a file. */
function makeForm(example: unknown, random: Random): Body {
  const fields = Object.entries(typeof example === "object" && example !== null ? example : {});
  const parts = fields.flatMap(([name, value]) => {
    const said = typeof value === "string" ? value : JSON.stringify(value);
    const how = random();
    if (how < 0.08) return [];
    if (how < 0.16) return [partOf(name, said), partOf(name, said)];
    if (how < 0.26) return [partOf(name, pick(random, ODD_TEXTS))];
    if (how < 0.36) return [partOf(name, mutateText(said, random))];
    return [partOf(name, said)];
  });
  if (random() < 0.3) parts.push(filePart(random));
  if (random() < 0.08) parts.push(partOf(pick(random, ODD_TEXTS), "odd"));
  if (random() < 0.05) parts.push("Content-Disposition: nonsense\r\n\r\n");
  const text = `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join("")}--${BOUNDARY}--\r\n`;
  const body = random() < 0.08 ? text.slice(0, Math.floor(random() * text.length)) : text;
  return { headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` }, body };
}

const partOf = (name: string, value: string, more = "") =>
  `Content-Disposition: form-data; name="${name.replaceAll('"', "%22")}"${more}\r\n\r\n${value}`;

const FILE_NAMES = [
  "report.txt",
  "report.pdf",
  "a.docx",
  "x.html",
  "../../etc/passwd",
  "",
  "отчёт.txt",
  "a\u0000.txt",
  "rules.zip",
  "rule.yml",
  "n".repeat(500),
];
const FILE_STARTS = [
  "",
  "%PDF-1.7\n",
  "PK\u0003\u0004",
  "<html><h1>",
  "\u0000\u0001\u0002",
  "title: a\n",
  "The actor used T1059.001.",
];

function filePart(random: Random): string {
  const body = pick(random, FILE_STARTS) + pick(random, ODD_TEXTS);
  return partOf(
    "file",
    body,
    `; filename="${pick(random, FILE_NAMES)}"\r\nContent-Type: ${pick(random, ODD_TYPES)}`,
  );
}

/** Encodes the body, or declares an encoding that it does not have. */
function encode({ headers, body }: Body, random: Random): Body {
  const text = typeof body === "string" ? body : Buffer.from(body).toString();
  return pick<() => Body>(random, [
    () => ({ headers, body: Buffer.from(text, "utf16le") }),
    () => ({ headers, body: Buffer.from(text, "latin1") }),
    () => ({
      headers,
      body: Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0, 0xed, 0xa0]), Buffer.from(text)]),
    }),
    () => ({ headers, body: Buffer.from(`\ufeff${text}`) }),
    () => ({ headers: { ...headers, "Content-Encoding": "gzip" }, body: gzipSync(text) }),
    () => ({ headers: { ...headers, "Content-Encoding": "gzip" }, body: text }),
    () => ({
      headers: { ...headers, "Content-Encoding": "gzip" },
      body: gzipSync(text).subarray(0, -9),
    }),
    () => ({ headers: { ...headers, "Content-Encoding": "br" }, body: text }),
    () => ({
      headers: { ...headers, "Content-Encoding": "gzip, gzip" },
      body: gzipSync(gzipSync(text)),
    }),
  ])();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
