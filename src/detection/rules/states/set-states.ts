import { commit } from "../../../platform/audit/commit.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { RuleDeps } from "../deps.ts";
import type { RuleBulkChange, RuleBulkOutcome } from "./schema.ts";

/** Maximum rules of one request: a whole checkout of SigmaHQ and some more. */
const MAX_RULES = 10_000;
/** Maximum ids listed in the audit entry; it always has the number. */
const NAMED = 1_000;

/**
 * Sets the state of many rules, given by id or by filter, in one transaction and with one audit entry. Skips rules that
 * already have the state.
 * @throws AppError `validation_error` if the filter matches more than 10,000 rules
 */
export async function setStates(
  deps: RuleDeps,
  actor: string,
  { state, rule_ids: named, filter }: RuleBulkChange,
): Promise<RuleBulkOutcome> {
  const ids = named ?? (await deps.rules.listIds(filter ?? {}, MAX_RULES + 1));
  if (ids.length > MAX_RULES) {
    throw new AppError(
      "validation_error",
      `The filter finds more than ${MAX_RULES} rules; narrow it.`,
    );
  }
  const found = await deps.rules.findStates(ids);
  const known = new Set(found.map(({ id }) => id));
  const changed = found.filter((rule) => rule.state !== state).map(({ id }) => id);
  const outcome = {
    changed: changed.length,
    unchanged: found.length - changed.length,
    missing: named?.filter((id) => !known.has(id)) ?? [],
    failing: state === "enabled" ? await deps.ruleSamples.listFailing(changed) : [],
  };
  if (changed.length === 0) return outcome;
  await commit(deps, {
    act: {
      actor,
      action: "rule.state",
      object: ["rules", deps.newId()],
      details: {
        to: state,
        changed: changed.length,
        ...(filter !== undefined && { filter }),
        rule_ids: changed.slice(0, NAMED),
      },
    },
    when: "always",
    parts: [deps.rules.setState(changed, state)],
  });
  return outcome;
}
