import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { followId } from "../../src/knowledge/attack/ids/follow-id.ts";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import {
  type CommandTable,
  type EntryClass,
  meets,
  shippedCommands,
} from "../../src/reading/recognition/commands/command-table.ts";
import {
  type CommandMention,
  CONFIDENCE,
  findCommands,
} from "../../src/reading/recognition/commands/find-commands.ts";
import { judgeCommand } from "../../src/reading/recognition/commands/judge-commands.ts";
import { createSentenceJudge } from "../../src/reading/recognition/acts/judge-sentences.ts";
import { bodyText } from "../../src/text/document/body-text.ts";
import type { Outline } from "../../src/text/document/document.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../src/text/sentences/sentences.ts";
import { type LabelledCommand, readSources } from "../commands/read-sources.ts";
import { shippedRelease } from "./shipped.ts";

const release = shippedRelease();
const MILLION = 1_000_000;

/** Tests of Atomic Red Team whose command the table knows. */
interface Coverage {
  tests: number;
  /** Share with the technique of the test, with one of its family, with any. */
  technique: number;
  family: number;
  any: number;
}

export interface CommandFigures {
  rows: number;
  atomic: Coverage;
  /** With those rows alone that rules of Sigma or emulation plans bear out. */
  atomic_without_own_rows: Coverage & { rows: number };
  /** Commands in tests by class of their row: how many, and the share with the family of the test. */
  classes: Record<EntryClass, { commands: number; family: number }>;
  reports: { texts: number; with_commands: number; techniques: number; set_aside: number };
  /** Processor time for 1,000,000 characters of reports in milliseconds, median of five. */
  milliseconds: number;
}

/** How much of what was run the command table knows, and how long it takes. */
export function measureCommands(data: string): CommandFigures {
  const sources = readSources(data);
  const table = shippedCommands();
  const tests = readTests(data);
  const borneOut = restrict(
    table,
    sources.filter(({ source }) => source !== "atomic"),
  );
  const reports = readReports(data);
  return {
    rows: countRows(table),
    atomic: coverageOf(tests, table),
    atomic_without_own_rows: { rows: countRows(borneOut), ...coverageOf(tests, borneOut) },
    classes: classesOf(tests, table),
    reports: countReports(reports),
    milliseconds: timeOf(reports),
  };
}

interface Test {
  attack_id: string;
  command: string;
}

function readTests(data: string): Test[] {
  return readLines<Test>(join(data, "labelled", "atomic-tests.jsonl.gz"));
}

function readReports(data: string): string[] {
  return readLines<{ text: string }>(join(data, "tram", "documents.jsonl.gz")).map(
    ({ text }) => text,
  );
}

function readLines<T>(path: string): T[] {
  const lines = String(gunzipSync(readFileSync(path))).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

/** A command as a report prints it: a block of code. */
function findIn(command: string, table: CommandTable): CommandMention[] {
  const text = command.trim();
  const outline: Outline = {
    text,
    blocks: [{ kind: "code", start: 0, end: text.length, source: "format" }],
  };
  const sentences = splitSentences(outline);
  const whole = { start: 0, end: text.length };
  return findCommands({ ...outline, sentences }, whole, release, table);
}

function coverageOf(tests: readonly Test[], table: CommandTable): Coverage {
  const found = tests.map(({ attack_id, command }) => {
    const own = followId(attack_id, release);
    const ids = findIn(command, table).map((one) => one.attack_id);
    return {
      technique: ids.includes(own),
      family: ids.map(parentOf).includes(parentOf(own)),
      any: ids.length > 0,
    };
  });
  const share = (of: keyof (typeof found)[number]) =>
    found.filter((one) => one[of]).length / Math.max(1, tests.length);
  return {
    tests: tests.length,
    technique: share("technique"),
    family: share("family"),
    any: share("any"),
  };
}

function classesOf(tests: readonly Test[], table: CommandTable): CommandFigures["classes"] {
  const count = (kind: EntryClass) => {
    const commands = tests.flatMap(({ attack_id, command }) =>
      findIn(command, table)
        .filter(({ confidence }) => confidence === CONFIDENCE[kind])
        .map((one) => parentOf(one.attack_id) === parentOf(followId(attack_id, release))),
    );
    const right = commands.filter(Boolean).length;
    return { commands: commands.length, family: right / Math.max(1, commands.length) };
  };
  return { sure: count("sure"), likely: count("likely"), weak: count("weak") };
}

/** The rows that some of the commands bear out. */
function restrict(table: CommandTable, commands: readonly LabelledCommand[]): CommandTable {
  const byProgram = Map.groupBy(commands, ({ program }) => program);
  const entries = [...table.entries].map(([program, rows]) => {
    const own = byProgram.get(program) ?? [];
    const isBorneOut = (row: (typeof rows)[number]) =>
      own.some(
        ({ args, attack_ids }) =>
          meets(row, { args, certain: args, words: () => [] }) &&
          attack_ids.some((id) =>
            row.attack_ids.map(parentOf).includes(parentOf(followId(id, release))),
          ),
      );
    return [program, rows.filter(isBorneOut)] as const;
  });
  return { ...table, entries: new Map(entries.filter(([, rows]) => rows.length > 0)) };
}

function countRows(table: CommandTable): number {
  return new Set([...table.entries.values()].flat()).size;
}

function countReports(reports: readonly string[]): CommandFigures["reports"] {
  const counts = { texts: reports.length, with_commands: 0, techniques: 0, set_aside: 0 };
  for (const report of reports) {
    const outline = outlineText(report);
    const sentences = splitSentences(outline);
    const judge = createSentenceJudge(outline, sentences);
    const text = { text: bodyText(outline), blocks: outline.blocks, sentences };
    const found = findCommands(text, { start: 0, end: report.length }, release);
    const standing = found.filter((one) => judgeCommand(one, text, judge) === null);
    counts.set_aside += found.length - standing.length;
    counts.techniques += new Set(standing.map(({ attack_id }) => attack_id)).size;
    if (standing.length > 0) counts.with_commands += 1;
  }
  return counts;
}

function timeOf(reports: readonly string[]): number {
  const outline = outlineText(reports.join("\n\n").slice(0, MILLION));
  const sentences = splitSentences(outline);
  const text = { text: bodyText(outline), blocks: outline.blocks, sentences };
  const times = Array.from({ length: 5 }, () => {
    const from = process.threadCpuUsage();
    findCommands(text, { start: 0, end: text.text.length }, release);
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1_000;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

/** The figures as a table. */
export function showCommands(figures: CommandFigures): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const coverage = ({ tests, technique, family, any }: Coverage) =>
    `${tests} tests: technique ${percent(technique)}, family ${percent(family)}, any ${percent(any)}`;
  const { reports, classes, atomic, atomic_without_own_rows: without } = figures;
  return [
    "\nCommands",
    `Atomic Red Team, ${figures.rows} rows`.padEnd(48) + coverage(atomic),
    `… ${without.rows} rows that Sigma or plans bear out`.padEnd(48) + coverage(without),
    ...Object.entries(classes).map(
      ([kind, { commands, family }]) =>
        `… commands of class ${kind}`.padEnd(48) +
        `${commands}, of the test's family ${percent(family)}`,
    ),
    `TRAM's ${reports.texts} reports`.padEnd(48) +
      `${reports.with_commands} with commands, ${reports.techniques} techniques, ${reports.set_aside} commands set aside`,
    "1,000,000 characters".padEnd(48) + `${figures.milliseconds.toFixed(0)} ms of processor time`,
  ].join("\n");
}
