import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseAllDocuments } from "yaml";
import { readInvocations } from "../../src/reading/recognition/commands/read-invocations.ts";

/** A program with its arguments as somebody labelled it. */
export interface LabelledCommand {
  source: "atomic" | "sigma" | "emulation";
  /** What counts once: a test, a rule, a procedure. */
  name: string;
  attack_ids: readonly string[];
  program: string;
  args: readonly string[];
}

const isName = (name: string) => /^\.?[a-z][\w.-]{1,40}(?<!\.exe)$/u.test(name);

/** All commands that the data has a technique for. */
export function readSources(data: string): LabelledCommand[] {
  return [...readAtomic(data), ...readEmulation(data), ...readSigma(data)];
}

interface Test {
  attack_id: string;
  guid: string;
  command: string;
}

interface Procedure {
  plan: string;
  attack_id: string;
  commands: readonly string[];
}

function linesOf<Row>(path: string): Row[] {
  if (!existsSync(path)) return [];
  const lines = String(gunzipSync(readFileSync(path))).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
}

/** The programs of a command that are run, line by line. */
export function programsRun(command: string): { program: string; args: readonly string[] }[] {
  return command
    .split("\n")
    .flatMap((line) =>
      readInvocations(line, { start: 0, end: line.length, setting: "code" }, isName),
    )
    .filter(({ isFirst }) => isFirst);
}

/** The commands of Atomic Red Team with their technique. */
export function readAtomic(data: string): LabelledCommand[] {
  return linesOf<Test>(join(data, "labelled", "atomic-tests.jsonl.gz")).flatMap((test) =>
    programsRun(test.command).map((run) => ({
      source: "atomic",
      name: test.guid,
      attack_ids: [test.attack_id],
      ...run,
    })),
  );
}

function readEmulation(data: string): LabelledCommand[] {
  return linesOf<Procedure>(join(data, "labelled", "emulation-procedures.jsonl.gz")).flatMap(
    (row, at) =>
      row.commands.flatMap(programsRun).map((run) => ({
        source: "emulation",
        name: `${row.plan} ${at}`,
        attack_ids: [row.attack_id],
        ...run,
      })),
  );
}

type Detection = Record<string, unknown>;

/** What rules of process creation look for: the program of a selection with each text that it asks for. */
function readSigma(data: string): LabelledCommand[] {
  const path = join(data, "sigma", "rules.tar.gz");
  if (!existsSync(path)) return [];
  const options = { maxBuffer: 1 << 28 };
  const rules = String(
    execFileSync("tar", ["xzf", path, "-O", "--wildcards", "*proc_creation*.yml"], options),
  );
  return rules.split(/^(?=title: )/mu).flatMap((rule) => {
    const [document] = parseAllDocuments(rule);
    const read = (document as { toJS(): Detection } | undefined)?.toJS();
    return read === undefined || read === null ? [] : commandsOfRule(read);
  });
}

function commandsOfRule({ id, tags, detection }: Detection): LabelledCommand[] {
  const attack_ids = ((tags as string[] | undefined) ?? [])
    .filter((tag) => /^attack\.t\d{4}/u.test(tag))
    .map((tag) => tag.slice("attack.".length).toUpperCase());
  if (attack_ids.length === 0) return [];
  const selections = Object.entries((detection ?? {}) as Detection)
    .filter(([name]) => !/^(?:filter|condition)/u.test(name))
    .map(([, fields]) => JSON.stringify(fields).toLowerCase());
  const all = selections.join(" ");
  const programs = new Set(
    [...all.matchAll(/\\\\([\w.-]+)\.exe"/gu)].map(([, name]) => name ?? ""),
  );
  const args = [...all.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"/gu)]
    .map(([, text]) => (text ?? "").replaceAll("\\\\", "\\").trim())
    .filter(
      (text) =>
        text.length > 1 &&
        !text.endsWith(".exe") &&
        !/^(?:image|commandline|original|parent)/u.test(text),
    );
  return [...programs].map((program) => ({
    source: "sigma",
    name: String(id),
    attack_ids,
    program,
    args: args.flatMap((arg) => arg.split(" ")),
  }));
}
