import type { Analysis } from "../../reading/sessions/schema.ts";
import { CliError } from "./cli-error.ts";
import type { Given, Surroundings } from "./command.ts";
import { escapeObeyed } from "./printable.ts";
import { readInput } from "./read-input.ts";
import { sendReport } from "./send-report.ts";
import type { Service } from "./service.ts";

/** The kinds of ids that denote a set of techniques, and the query parameter of each. */
export const SETS = [
  { pattern: /^T\d{4}(\.\d{3})?$/i, parameter: "technique_ids" },
  { pattern: /^G\d{4}$/i, parameter: "group_id" },
  { pattern: /^C\d{4}$/i, parameter: "campaign_id" },
  { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, parameter: "session_id" },
] as const;
export type SetParameter = (typeof SETS)[number]["parameter"];

/** The subjects of a command: ids by kind, and the analyses of files. */
export interface Asked {
  ids: { parameter: SetParameter; id: string }[];
  analyses: Analysis[];
}

/** Separates arguments into ids and files, and analyzes the files. @throws CliError naming the file */
export async function readAsked(
  service: Service,
  given: Given,
  surroundings: Surroundings,
): Promise<Asked> {
  const asked: Asked = { ids: [], analyses: [] };
  for (const argument of given.files) {
    const ids = argument
      .split(",")
      .map((id) => ({ id, set: SETS.find(({ pattern }) => pattern.test(id)) }));
    if (ids.every(({ set }) => set !== undefined)) {
      for (const { id, set } of ids) {
        if (set === undefined) continue;
        const isUuid = set.parameter === "session_id";
        asked.ids.push({
          parameter: set.parameter,
          id: isUuid ? id.toLowerCase() : id.toUpperCase(),
        });
      }
      continue;
    }
    try {
      asked.analyses.push(
        await sendReport(service, await readInput(argument, surroundings), given),
      );
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      throw new CliError(`${escapeObeyed(argument)}: ${error.message}`, { cause: error });
    }
  }
  return asked;
}
