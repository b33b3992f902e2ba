import { gzipSync, strToU8, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import {
  type Files,
  sigma,
  streamedZip,
  tar,
  tarGz,
  tarOf,
  zip,
} from "../../support/rules/archives.ts";
import { seededRandom } from "../../support/random.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

type Answer = RuleImportResult & { code?: string; detail?: string };

const send = async (body: BodyInit, query = "") =>
  await requestJson<Answer>(`/api/pipeline/rules/import${query}`, { method: "POST", body });
const receiptOf = (answer: RuleImportResult, path: string) =>
  answer.receipts.find((receipt) => receipt.path === path);
const good = (n: number): Files =>
  Object.fromEntries(Array.from({ length: n }, (_, at) => [`rules/good${at}.yml`, sigma().text]));

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]
${Array.from("bcdefghi", (name, at) => {
  const before = "abcdefgh".charAt(at);
  return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]\n`;
}).join("")}title: bomb
logsource: {product: linux}
detection: {s: {x: *i}, condition: s}
`;

/** Files that are no rules, and what is said of each. */
const BROKEN: Record<string, [content: string | Uint8Array, message: RegExp, line: number | null]> =
  {
    "empty.yml": ["", /empty/, null],
    "comments.yml": ["# nothing\n---\n# here\n", /empty/, null],
    "binary.yml": [new Uint8Array([0, 1, 2, 255]), /NUL/, null],
    "utf16.yml": [
      new Uint8Array([0xff, 0xfe, ...Array.from("title: x", (c) => [c.charCodeAt(0), 0]).flat()]),
      /UTF-16/,
      null,
    ],
    "latin1.yml": [new Uint8Array([...strToU8("title: x"), 0xe9, 0x0a]), /UTF-8/, null],
    "bomb.yml": [bomb.replace("[x,x,x,x,x,x,x,x,x]", `[${"x,".repeat(30_000)}x]`), /tokens/, 1],
    "aliases.yml": [
      `${bomb}${Array.from({ length: 30 }, (_, n) => `f${n}: *a\n`).join("")}`,
      /aliases/,
      1,
    ],
    "no-detection.yml": [
      "title: x\nid: 8f0d6a52-2f4e-4c0b-9a55-0b1f2f6f3a11\nlogsource: {product: a}\n",
      /no 'detection'/,
      1,
    ],
    "wrong-id.yml": [sigma({ id: "seven" }).text, /'id' must be a UUID/, 2],
    "twice.yml": [`${sigma().text}level: low\n`, /stands here twice/, 9],
    "long.yml": [`${sigma().text}#${"x".repeat(2_000_000)}`, /at most 400000/, null],
    "tabs.yml": [
      "title: x\nlogsource:\n\tproduct: a\ndetection: {s: {a: b}, condition: s}\n",
      /./,
      3,
    ],
    "list.yml": ["- title: x\n- detection: y\n", /must be a map/, 1],
    "text.yml": ["Dear colleagues,\n\nhello.\n", /must be a map/, 1],
    "deep.yml": [`title: x\ndetection: ${"[".repeat(20_000)}`, /./, 2],
  };

beforeAll(ingestSmallRelease);

describe("broken rules among good ones", () => {
  const files = {
    ...good(3),
    ...Object.fromEntries(Object.entries(BROKEN).map(([name, [of]]) => [`bad/${name}`, of])),
    ...good(0),
    "rules/last.yml": sigma().text,
  };

  it.each(["tar.gz", "zip"])("are named one by one in a %s, and lose nothing", async (kind) => {
    const packed = kind === "zip" ? zip(files) : tarGz(files);
    const { status, body } = await send(packed);
    expect(status).toBe(200);
    const { created, unchanged, failed, passed_over } = body.counts;
    expect([created + unchanged, failed, passed_over]).toEqual([4, Object.keys(BROKEN).length, 0]);
    for (const [name, [, message, line]] of Object.entries(BROKEN)) {
      const receipt = receiptOf(body, `bad/${name}`);
      expect(receipt).toMatchObject({ outcome: "failed", rule_id: null, line });
      expect(receipt?.message).toMatch(message);
    }
  });

  it("are named in the receipts that are kept too", async () => {
    const { body } = await send(zip({ "a.yml": sigma().text, "b.yml": "" }));
    const { body: kept } = await requestJson<{ pointer: string; outcome: string; rule: object }[]>(
      `${body.receipts_url}?outcome=failed`,
    );
    expect(kept).toMatchObject([{ pointer: "b.yml", outcome: "failed", rule: { line: null } }]);
    const { body: all } = await requestJson<object[]>(String(body.receipts_url));
    expect(all).toMatchObject([
      { pointer: "a.yml", object_type: "sigma", rule: { techniques: ["T1059.001"] } },
      { pointer: "b.yml" },
    ]);
    const { body: made } = await requestJson(`/api/pipeline/imports/${body.import_id}`);
    expect(made).toMatchObject({
      kind: "rules",
      status: "complete",
      items_created: 1,
      errors: 1,
      outcomes: { created: 1, failed: 1 },
    });
  });
});

describe("hostile archives", () => {
  it("end where the gzip is broken, and what came before stays", async () => {
    // The same bytes each time: what damage unpacks to is a matter of chance.
    const random = seededRandom(7);
    const rule = (at: number) =>
      sigma({
        id: `30000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
        title: `Damaged rule ${at}`,
        detection: `{selection: {Image|endswith: '\\damaged${at}.exe'}, condition: selection}`,
        description: Array.from({ length: 300 }, () => Math.floor(random() * 256)).join(" "),
      }).text;
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`r${at}.yml`, rule(at)]),
    );
    const packed = tarGz(many);
    const { body } = await send(packed.subarray(0, packed.length / 2));
    expect(body.counts.failed).toBe(1);
    expect(body.counts.created).toBeGreaterThan(100);
    expect(receiptOf(body, "rule.yml")?.message).toMatch(/gzip is damaged or ends early/);
    const damaged = packed.slice();
    damaged.fill(0xa5, packed.length / 2, packed.length / 2 + 64);
    const again = await send(damaged, "?filename=sigma.tar.gz");
    // Two: the archive, and a rule that the damage hits, which still unpacks to something.
    expect(again.body.counts.failed).toBe(2);
    expect(again.body.counts.unchanged).toBeGreaterThan(100);
    expect(receiptOf(again.body, "sigma.tar.gz")?.outcome).toBe("failed");
  });

  it("end where the tar is cut off", async () => {
    const packed = tar(good(20));
    const { body } = await send(packed.subarray(0, packed.length - 1024 - 300));
    expect(body.counts).toMatchObject({ created: 19, failed: 1 });
    expect(receiptOf(body, "rule.yml")?.message).toMatch(/ends early after 'rules\/good18\.yml'/);
  });

  it("end where the zip is cut off", async () => {
    const files = good(40);
    const packed = zip(files);
    const { body } = await send(packed.subarray(0, 3_000));
    // The directory of files is gone, so they are found by their own headers.
    expect(body.counts.failed).toBe(1);
    expect(body.counts.created).toBeGreaterThan(5);
    expect(receiptOf(body, "rule.yml")?.message).toMatch(/ends early after 'rules\/good\d+\.yml'/);
    const inDirectory = await send(packed.subarray(0, packed.length - 1_000));
    const { created, unchanged, failed } = inDirectory.body.counts;
    expect([created + unchanged, failed]).toEqual([40, 1]);
  });

  it("end where a streamed zip is cut off", async () => {
    const packed = streamedZip(good(20));
    const { body } = await send(packed.subarray(0, 3_000));
    expect(body.counts.failed).toBe(1);
    expect(body.counts.created).toBeGreaterThan(5);
  });

  it("of too many files that are no rules are refused before all are read", async () => {
    const members = Array.from({ length: 100_001 }, (_, at) => ({ name: `r${at}.yml` }));
    const { status, body } = await send(gzipSync(tarOf(members), { level: 1 }), "?dry_run=true");
    expect([status, body.code]).toEqual([422, "validation_error"]);
    expect(body.detail).toMatch(/More than 10000 files .* rules only/);
  });

  it("of too much when unpacked are read up to there", async () => {
    const files = {
      ...good(2),
      "zeros.bin": new Uint8Array(120 * 1024 * 1024),
      "z.yml": "",
    };
    const { body } = await send(gzipSync(tar(files), { level: 1 }));
    expect(body.counts).toMatchObject({ created: 2, failed: 1 });
    expect(receiptOf(body, "rule.yml")?.message).toMatch(/more than 100/);
    const { body: zipped } = await send(zip({ ...good(2), "zeros.yml": files["zeros.bin"] }));
    expect(zipped.counts).toMatchObject({ created: 2, failed: 1 });
    expect(receiptOf(zipped, "zeros.yml")?.message).toMatch(/at most 400000/);
  });

  it("lead nowhere by their paths", async () => {
    const names = [
      "../../x.yml",
      "/etc/y.yml",
      "C:\\z.yml",
      "a/../../b.yml",
      "..\\c.yml",
      "n\0.yml",
    ];
    const files = Object.fromEntries(names.map((name) => [name, sigma().text]));
    const { body } = await send(zip({ ...files, ...good(1) }));
    expect(body.counts).toMatchObject({ created: 1, failed: names.length });
    for (const name of names) {
      expect(receiptOf(body, name.replace("\0", "\uFFFD"))?.message).toMatch(/was not read/);
    }
    const taped = await send(tar({ ...files, ...good(1) }));
    expect(taped.body.counts.created).toBe(1);
    expect(receiptOf(taped.body, "../../x.yml")?.outcome).toBe("failed");
  });

  it("have links and archives within passed over", async () => {
    const packed = tarOf([
      { name: "link.yml", type: "2" },
      { name: "hard.yml", type: "1" },
      { name: "inner.tar.gz", content: tarGz(good(1)) },
      { name: "folder.yml/", type: "5" },
      { name: "r.yml", content: sigma().text },
    ]);
    const { body } = await send(packed);
    expect(body.counts).toMatchObject({ created: 1, passed_over: 3, failed: 0 });
    const linked = zipSync({
      "l.yml": [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }],
      "r.yml": strToU8(sigma().text),
    });
    expect((await send(linked)).body.counts).toMatchObject({ created: 1, passed_over: 1 });
  });

  it("that are encrypted or damaged say so", async () => {
    const packed = zip({ "a.yml": sigma().text, "b.yml": sigma().text });
    const encrypted = packed.slice();
    // The flag of the second entry, in the central directory.
    encrypted[lastIndexOf(encrypted, [0x50, 0x4b, 0x01, 0x02]) + 8] = 1;
    const { body } = await send(encrypted);
    expect(body.counts).toMatchObject({ created: 1, failed: 1 });
    expect(receiptOf(body, "b.yml")?.message).toMatch(/encrypted/);
    const { body: cut } = await send(packed.subarray(0, packed.length - 40));
    expect(cut).toMatchObject({ counts: { created: 1, unchanged: 1, failed: 1 } });
    const flipped = packed.slice();
    flipped.fill(0xff, 60, 90);
    expect((await send(flipped)).body.counts.failed).toBe(1);
  });

  it.each<[string, BodyInit]>([
    ["nothing", ""],
    ["only what is no rule", zipSync({ "README.md": strToU8("x"), "a/": new Uint8Array() })],
    ["an empty zip", zipSync({})],
    ["another YAML file", "jobs: []\n"],
  ])("that hold %s are refused", async (_what, body) => {
    const { status, body: problem } = await send(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(problem.detail).toMatch(/empty|no rule/);
  });
});

function lastIndexOf(bytes: Uint8Array, wanted: readonly number[]): number {
  for (let at = bytes.length - wanted.length; at >= 0; at -= 1) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}
