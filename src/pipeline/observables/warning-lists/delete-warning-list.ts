import { commit, type CommitDeps } from "../../../platform/audit/commit.ts";
import type { Actor } from "../../../platform/auth/identity.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { WarningListDeps } from "./deps.ts";

/**
 * Deletes an uploaded list. A shipped list of its name is in force again. Existing suppressions remain.
 * @throws AppError `not_found` if no list of the name was uploaded
 */
export async function deleteWarningList(
  deps: WarningListDeps & CommitDeps,
  actor: Actor,
  name: string,
): Promise<void> {
  const deleted = await commit(deps, {
    act: {
      actor: actor.name,
      action: "warning_list.delete",
      object: ["warning_list", name],
      details: {},
    },
    when: deps.warningLists.isThere(name),
    parts: [deps.warningLists.remove(name)],
  });
  if (!deleted) throw new AppError("not_found", `No list ${name} was uploaded.`);
  await deps.warningLists.removeAbandoned(deps.now());
}
