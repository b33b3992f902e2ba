/** Path of the shipped index among the static files. */
export const ATOMIC_INDEX = "/atomic/tests.json";

/**
 * A test in the index: number within the file of its technique (as in Invoke-AtomicRedTeam), GUID, name, indexes into
 * `platforms`, index into `executors`. The last item is whether it needs elevation, null if its file does not specify
 * it.
 */
export type PackedTest = [
  number: number,
  guid: string,
  name: string,
  platforms: number[],
  executor: number,
  elevation: boolean | null,
];

/** The Atomic Red Team tests that the repository ships (scripts/build-atomic.ts), without commands. */
export interface AtomicIndex {
  source: string;
  license: string;
  /** Upstream commit; null if unknown. */
  commit: string | null;
  /** Atomic Red Team's names, sorted. */
  platforms: string[];
  executors: string[];
  /** By upstream technique id, sorted; tests by number. */
  techniques: Record<string, PackedTest[]>;
}

/** ATT&CK platforms by Atomic Red Team's names. */
const PLATFORMS: Readonly<Record<string, string>> = {
  windows: "Windows",
  linux: "Linux",
  macos: "macOS",
  containers: "Containers",
  "azure-ad": "Identity Provider",
  "office-365": "Office Suite",
  "google-workspace": "Office Suite",
  saas: "SaaS",
  esxi: "ESXi",
};

/** Returns the ATT&CK platform for one of Atomic Red Team; `iaas:aws` is one of several clouds. */
export function toAttackPlatform(name: string): string {
  const known = PLATFORMS[name.toLowerCase()];
  if (known !== undefined) return known;
  return name.toLowerCase().startsWith("iaas") ? "IaaS" : name;
}
