/**
 * `node scripts/mine-commands.ts [--least 2]`: what the data (`npm run data`) knows of programs that are run.
 * Writes .build/command-candidates.tsv: program, its most telling argument, technique, its share, and how many tests
 * of Atomic Red Team, rules of Sigma and procedures of emulation plans say so; marked where
 * assets/commands/commands.json has it already. Read each candidate before it becomes a row there:
 * a test or a rule is often labelled by what follows the command, not by the command.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { shippedIds } from "../src/knowledge/attack/ids/known-ids.ts";
import { resolveId } from "../src/knowledge/attack/ids/resolve-id.ts";
import { meets, shippedCommands } from "../src/reading/recognition/commands/command-table.ts";
import { dataFolder } from "./data/data-folder.ts";
import { readSources, type LabelledCommand } from "./commands/read-sources.ts";
import { shippedRelease } from "./model/shipped.ts";

const TARGET = ".build/command-candidates.tsv";
const MAX_PER_PROGRAM = 25;

const { values } = parseArgs({ options: { least: { type: "string", default: "2" } } });
const least = Number(values.least);
const release = shippedRelease();
const known = shippedIds();

function follow(id: string): readonly string[] {
  const meaning = resolveId(id, release, known);
  if (meaning.kind === "active") return [id];
  return meaning.kind === "followed" ? meaning.successors : [];
}

interface Candidate {
  program: string;
  argument: string;
  attack_id: string;
  share: number;
  support: Record<LabelledCommand["source"], number>;
}

function candidatesOf(program: string, commands: readonly LabelledCommand[]): Candidate[] {
  const byArgument = new Map<string, LabelledCommand[]>([["", [...commands]]]);
  for (const command of commands) {
    for (const argument of new Set(command.args)) {
      const all = byArgument.get(argument) ?? [];
      all.push(command);
      byArgument.set(argument, all);
    }
  }
  const found = [...byArgument].flatMap(([argument, own]): Candidate[] => {
    const names = new Map(own.map((command) => [command.name, command]));
    const votes = new Map<string, LabelledCommand[]>();
    for (const command of names.values()) {
      for (const id of command.attack_ids.flatMap(follow)) {
        const all = votes.get(id) ?? [];
        all.push(command);
        votes.set(id, all);
      }
    }
    const [best] = [...votes].sort(([, a], [, b]) => b.length - a.length);
    if (best === undefined || best[1].length < least) return [];
    const support = { atomic: 0, sigma: 0, emulation: 0 };
    for (const { source } of best[1]) support[source] += 1;
    return [{ program, argument, attack_id: best[0], share: best[1].length / names.size, support }];
  });
  const weight = ({ support: { atomic, sigma, emulation } }: Candidate) =>
    atomic + sigma + emulation;
  return found
    .sort((a, b) => weight(b) * b.share - weight(a) * a.share || (a.argument < b.argument ? -1 : 1))
    .slice(0, MAX_PER_PROGRAM);
}

function isKnown({ program, argument, attack_id }: Candidate): boolean {
  const entries = shippedCommands().entries.get(program) ?? [];
  return entries.some(
    (entry) =>
      entry.attack_ids.includes(attack_id) &&
      meets(entry, { args: [argument], certain: [argument], words: () => [] }),
  );
}

const byProgram = Map.groupBy(readSources(dataFolder()), ({ program }) => program);
const lines = [...byProgram]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([program, commands]) => candidatesOf(program, commands))
  .map((one) =>
    [
      isKnown(one) ? "known" : "",
      one.program,
      one.argument.slice(0, 80),
      one.attack_id,
      one.share.toFixed(2),
      `atomic ${one.support.atomic}`,
      `sigma ${one.support.sigma}`,
      `emulation ${one.support.emulation}`,
    ].join("\t"),
  );
mkdirSync(".build", { recursive: true });
writeFileSync(TARGET, `${lines.join("\n")}\n`);
console.log(`Wrote ${lines.length} candidates of ${byProgram.size} programs to ${TARGET}.`);
