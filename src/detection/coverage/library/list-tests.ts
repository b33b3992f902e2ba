import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import { type ReleaseQuery, resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { type AtomicTest, openAtomicTests } from "../atomic/open-atomic-tests.ts";

/** Returns the Atomic Red Team tests of a technique. Follows a revoked technique to its successors. */
export async function listTests(
  deps: ReleaseDeps & { readAsset(path: string): Promise<Response> },
  query: ReleaseQuery,
  attackId: string,
): Promise<AtomicTest[]> {
  const index = await resolveIndex(deps, query);
  const known = await deps.knownIds.open();
  const tests = await openAtomicTests(deps, index, known);
  return activeIdsOf(attackId, index, known).flatMap((id) => tests.of(id, []));
}
