import { gzipSync, zipSync } from "fflate";
import {
  CENTRAL_FIELDS,
  patchCentralHeaders,
} from "../../../../test/support/documents/make-docx.ts";
import { sigma, tar, tarGz, tarOf, zip } from "../../../../test/support/rules/archives.ts";
import type { Sent } from "../send.ts";
import type { StoredIds } from "../stored-ids.ts";
import { bytes, form, json, pairs } from "./shapes.ts";

const RULE = sigma().text;
const BILLION = `title: a\n${Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(n === 0 ? 0 : 9)}x]\n`).join("")}`;
const ZEROES = new Uint8Array(30_000_000);
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.yml`, "x"]));

const RULE_TEXTS = [
  "",
  "\u0000",
  "title: a",
  `title: ${"a".repeat(1_000_000)}`,
  BILLION,
  `a: ${"[".repeat(10_000)}`,
  `${"- ".repeat(20_000)}a`,
  "a: {".repeat(3_000),
  "!!js/function 'x'",
  "? ? ? a",
  "title: a\ntitle: b\n",
  "<<: *x",
  "%YAML 9.9\n---\na",
  `---\n${"---\n".repeat(50_000)}`,
  RULE.replace("endswith", "re").replace("\\rule1.exe", "(a+)+$"),
  RULE.replace("endswith", "nonsense|all|base64offset|re"),
  RULE.replace("condition: selection", `condition: ${"(".repeat(5_000)}selection`),
  RULE.replace("condition: selection", `condition: ${"not ".repeat(5_000)}selection`),
  RULE.replace("condition: selection", "condition: 1 of them and all of nothing*"),
  sigma({ title: "\u202egpj.exe", author: "作者 Автор" }).text,
  sigma({ id: "__proto__", logsource: "{constructor: x}" }).text,
];

const ARCHIVES: Uint8Array[] = [
  zip({ "a.yml": RULE }),
  zip({ "../../etc/a.yml": RULE, "/abs.yml": RULE, "C:\\x.yml": RULE, "a\u0000.yml": RULE }),
  zipSync({ "bomb.yml": ZEROES }, { level: 9 }),
  zip({ "inner.zip": zipSync({ "bomb.yml": ZEROES }, { level: 9 }) }),
  zip(many(5_000)),
  zip({ "a.yml": RULE }).subarray(0, 60),
  zip({ "a.yml": RULE }).subarray(20),
  patchCentralHeaders(zip({ "a.yml": RULE }), CENTRAL_FIELDS.flags, 1),
  patchCentralHeaders(zip({ "a.yml": RULE }), CENTRAL_FIELDS.unpackedSize, 0xffffffff),
  patchCentralHeaders(zip({ "a.yml": RULE }), CENTRAL_FIELDS.unpackedSize, 0),
  tarGz({ "a.yml": RULE }),
  tarGz({ "../a.yml": RULE, "/etc/passwd": "x" }),
  gzipSync(ZEROES),
  tarGz({ "bomb.yml": ZEROES }),
  gzipSync(tar(many(5_000))),
  tarOf([
    { name: "link", type: "2" },
    { name: "dev", type: "3" },
    { name: "x", type: "x", content: "99 path=" },
  ]),
  tarGz({ "a.yml": RULE }).subarray(0, 40),
  gzipSync(gzipSync(tar({ "a.yml": RULE }))),
  new Uint8Array([0x1f, 0x8b]),
  new Uint8Array([0x50, 0x4b, 5, 6, ...new Uint8Array(18)]),
  new Uint8Array(2_000).fill(0x50),
];

const EVENTS = [
  "",
  "x\n".repeat(5_000),
  "{}\n".repeat(5_000),
  "[".repeat(20_000),
  `[${"{},".repeat(2_000)}{}]`,
  '{"__proto__":{"Image":"x"}}',
  `{"Image":"${"a".repeat(500_000)}!"}`,
  '{"Image":["a",["b",{"c":null}]]}',
  `${'{"a":'.repeat(500)}1${"}".repeat(500)}`,
  '{"Image":"\ud800"}',
  "<Event><System/></Event>",
  '<!DOCTYPE x [<!ENTITY a "aaaa">]><Event>&a;</Event>',
  "\u0000\u0001\u0002",
  "a,b\n1,2\n",
  '{"EventID":1e400,"UtcTime":"9999-99-99"}',
];

/** Returns cases with rule archives, rules, and events to run rules on. */
export function archiveCases(ids: StoredIds): Sent[] {
  const [rule = "x"] = ids.get("rule_id") ?? [];
  const names = ["rules.zip", "rules.tar.gz", "rule.yml"];
  return [
    ...pairs(ARCHIVES, names).map(([archive, name]) =>
      bytes(`/api/pipeline/rules/import?dry_run=true&filename=${name}`, archive),
    ),
    ...ARCHIVES.map((archive) =>
      form("/api/pipeline/rules/import?dry_run=false", {}, "rules.zip", archive),
    ),
    ...pairs(RULE_TEXTS, ["sigma", "kql"]).map(([content, language]) =>
      json("/api/pipeline/rules/validate", { language, content }),
    ),
    ...RULE_TEXTS.map((content) => bytes("/api/pipeline/rules/import?filename=rule.yml", content)),
    ...RULE_TEXTS.map((content) =>
      json("/api/pipeline/rules/test", { content, events: [{ EventID: 1 }] }),
    ),
    ...EVENTS.map((events) =>
      form("/api/pipeline/rules/test", { content: RULE }, "events.json", events),
    ),
    ...EVENTS.map((events) => bytes(`/api/pipeline/rules/${rule}/test`, events)),
    ...EVENTS.map((events) =>
      json(
        `/api/pipeline/rules/${rule}/samples`,
        `{"name":"a","expected":"match","events":[${events.slice(0, 2_000) || "{}"}]}`,
      ),
    ),
  ];
}
