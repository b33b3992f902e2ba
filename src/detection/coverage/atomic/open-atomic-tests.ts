import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { foldPlatforms, sharePlatform } from "../telemetry/platforms.ts";
import { ATOMIC_INDEX, type AtomicIndex, type PackedTest, toAttackPlatform } from "./vocabulary.ts";

/** A test of Atomic Red Team. */
export interface AtomicTest {
  guid: string;
  name: string;
  /** The technique that upstream has it under. */
  technique_id: string;
  number: number;
  /** ATT&CK's names. */
  platforms: string[];
  executor: string;
  /** Null where its file does not say. */
  elevation_required: boolean | null;
}

/** The tests of a release's techniques. */
export interface AtomicTests {
  /** The tests of a technique on one of the platforms; folded, empty: all. */
  of(attackId: string, platforms: readonly string[]): AtomicTest[];
}

/** Read when it is first asked for: some 200 KB. */
let shipped: AtomicIndex | null = null;

/** The shipped tests, under the techniques that a release has for theirs. */
export async function openAtomicTests(
  deps: { readAsset(path: string): Promise<Response> },
  index: ReleaseIndex,
  known: KnownIds,
): Promise<AtomicTests> {
  shipped ??= await readIndex(await deps.readAsset(ATOMIC_INDEX));
  return followTests(shipped, index, known);
}

/** Tests by the techniques of a release; those of ids that it does not have belong to none. */
export function followTests(
  atomic: AtomicIndex,
  index: ReleaseIndex,
  known: KnownIds,
): AtomicTests {
  const byTechnique = new Map<string, string[]>();
  for (const given of Object.keys(atomic.techniques)) {
    for (const id of activeIdsOf(given, index, known)) {
      byTechnique.set(id, [...(byTechnique.get(id) ?? []), given]);
    }
  }
  return {
    of: (attackId, platforms) =>
      (byTechnique.get(attackId) ?? [])
        .flatMap((given) =>
          (atomic.techniques[given] ?? []).map((test) => unpack(atomic, given, test)),
        )
        .filter((test) => sharePlatform(foldPlatforms(test.platforms), platforms)),
  };
}

function unpack(atomic: AtomicIndex, technique_id: string, packed: PackedTest): AtomicTest {
  const [number, guid, name, platforms, executor, elevation_required] = packed;
  const named = platforms.map((place) => toAttackPlatform(atomic.platforms[place] ?? ""));
  return {
    guid,
    name,
    technique_id,
    number,
    platforms: [...new Set(named)],
    executor: atomic.executors[executor] ?? "",
    elevation_required,
  };
}

async function readIndex(response: Response): Promise<AtomicIndex> {
  if (!response.ok) throw new Error(`The index of tests is not there: ${response.status}.`);
  return await response.json<AtomicIndex>();
}
