import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { foldPlatforms, sharePlatform } from "../telemetry/platforms.ts";
import { ATOMIC_INDEX, type AtomicIndex, type PackedTest, toAttackPlatform } from "./vocabulary.ts";

/** An Atomic Red Team test. */
export interface AtomicTest {
  guid: string;
  name: string;
  /** The technique that upstream assigns to it. */
  technique_id: string;
  number: number;
  /** ATT&CK platform names. */
  platforms: string[];
  executor: string;
  /** Null if its file does not specify it. */
  elevation_required: boolean | null;
}

/** The tests of a release's techniques. */
export interface AtomicTests {
  /** Returns the tests of a technique on any of the platforms, which are folded; empty means all. */
  of(attackId: string, platforms: readonly string[]): AtomicTest[];
}

/** Loaded on first use: about 200 KB. */
let shipped: AtomicIndex | null = null;

/** Opens the shipped tests under the current ids of a release's techniques. */
export async function openAtomicTests(
  deps: { readAsset(path: string): Promise<Response> },
  index: ReleaseIndex,
  known: KnownIds,
): Promise<AtomicTests> {
  shipped ??= await readIndex(await deps.readAsset(ATOMIC_INDEX));
  return followTests(shipped, index, known);
}

/** Groups tests by the techniques of a release. Drops tests of ids that it lacks. */
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
