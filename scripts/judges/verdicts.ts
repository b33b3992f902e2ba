import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledRule, compileSigma } from "../../src/detection/evaluate/compile-sigma.ts";
import { EventView } from "../../src/detection/evaluate/events/event-view.ts";
import { readEventText } from "../../src/detection/evaluate/read/read-events.ts";
import { Work } from "../../src/detection/evaluate/work.ts";
import { AppError } from "../../src/platform/lib/errors.ts";
import { readDataTar } from "../../test/support/node/read-tar.ts";

/** Windows alone: the pipelines of pySigma bind a rule to the channel of no other system. */
const isOfWindows = ({ rules }: CompiledRule) =>
  rules.every(({ logsource }) => logsource.product === "windows");

/** Writes on which of SigmaHQ's recorded events each of its Windows rules fires, by our evaluator. */
export function writeVerdicts(folder: string): void {
  const [published, recorded] = ["rules", "regression-json"].map((name) =>
    readDataTar(`sigma/${name}.tar.gz`),
  );
  if (!published || !recorded)
    throw new Error("The data folder has no rules and events of SigmaHQ.");
  const rules = [...published]
    .filter(([path]) => path.endsWith(".yml"))
    .flatMap(([path, content]) => {
      const rule = compile(content);
      return rule !== null && isOfWindows(rule) ? [{ path, rule }] : [];
    });
  const verdicts = new Map<string, string[]>(rules.map(({ path }) => [path, []]));
  for (const [path, text] of recorded) {
    if (!path.endsWith(".json")) continue;
    for (const { event, index } of readEventText(text)) {
      const view = new EventView(event, new Work());
      for (const { path: of, rule } of rules) {
        if (rule.matchView(view)) verdicts.get(of)?.push(`${path.split("/").at(-2)}#${index}`);
      }
    }
  }
  writeFileSync(join(folder, "verdicts.json"), JSON.stringify(Object.fromEntries(verdicts)));
}

/** Null for a rule that our evaluator refuses. */
function compile(content: string): CompiledRule | null {
  try {
    return compileSigma(content);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
