import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { AtomicIndex } from "../../src/detection/coverage/atomic/vocabulary.ts";
import { toAttackPlatform } from "../../src/detection/coverage/atomic/vocabulary.ts";

const PROJECT = join(import.meta.dirname, "../..");
const SHIPPED = join(PROJECT, "assets/atomic/tests.json");

const folder = mkdtempSync(join(tmpdir(), "atomic-"));
afterAll(() => rmSync(folder, { recursive: true }));

function build(from: string): string {
  const target = join(folder, "tests.json");
  const script = join(PROJECT, "scripts/build-atomic.ts");
  execFileSync(process.execPath, [script, from, target], { stdio: "pipe" });
  return readFileSync(target, "utf8");
}

const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

it("reads a folder as upstream has it", () => {
  const atomics = join(folder, "atomics");
  mkdirSync(join(atomics, "T1059.001"), { recursive: true });
  mkdirSync(join(atomics, "Indexes"));
  writeFileSync(
    join(atomics, "T1059.001", "T1059.001.yaml"),
    [
      "attack_technique: T1059.001",
      "display_name: 'Command and Scripting Interpreter: PowerShell'",
      "atomic_tests:",
      "- name: First",
      `  auto_generated_guid: ${guid(1)}`,
      "  supported_platforms: [windows]",
      "  executor: {name: powershell, elevation_required: true, command: 'nobody ships this'}",
      "- name: Second",
      `  auto_generated_guid: ${guid(2)}`,
      "  supported_platforms: [linux, iaas:aws]",
      "  executor: {name: sh, command: 'nor this'}",
    ].join("\n"),
  );
  const text = build(atomics);
  expect(JSON.parse(text)).toMatchObject({
    license: "MIT",
    commit: null,
    platforms: ["iaas:aws", "linux", "windows"],
    executors: ["powershell", "sh"],
    techniques: {
      "T1059.001": [
        [1, guid(1), "First", [2], 0, true],
        [2, guid(2), "Second", [1, 0], 1, null],
      ],
    },
  });
  expect(text).not.toContain("ships this");
});

it("refuses a test that comes twice", () => {
  const test = {
    technique: "T1059",
    test_number: 1,
    name: "One",
    auto_generated_guid: guid(1),
    supported_platforms: ["windows"],
    executor: "sh",
    elevation_required: null,
  };
  const path = join(folder, "twice.json");
  writeFileSync(path, JSON.stringify({ atomic_tests: [test, test] }));
  expect(() => build(path)).toThrow(/comes twice/);
});

it("ships tests whose platforms are all ATT&CK's", () => {
  const { platforms, techniques } = JSON.parse(readFileSync(SHIPPED, "utf8")) as AtomicIndex;
  expect(Object.keys(techniques).length).toBeGreaterThan(300);
  const known = [
    "Windows",
    "Linux",
    "macOS",
    "IaaS",
    "Containers",
    "Identity Provider",
    "Office Suite",
  ];
  for (const name of platforms) expect(known).toContain(toAttackPlatform(name));
});
