/** Where the shipped index lies among the static files. */
export const ATOMIC_INDEX = "/atomic/tests.json";

/**
 * A test as the index has it: number in the file of its technique (as Invoke-AtomicRedTeam counts),
 * GUID, name, places in `platforms`, place in `executors`, and whether it needs elevation, null where
 * the file does not say.
 */
export type PackedTest = [
  number: number,
  guid: string,
  name: string,
  platforms: number[],
  executor: number,
  elevation: boolean | null,
];

/** The tests of Atomic Red Team as the repository ships them (scripts/build-atomic.ts): no commands. */
export interface AtomicIndex {
  source: string;
  license: string;
  /** Commit of upstream that it was made from; null where the files did not say. */
  commit: string | null;
  /** As Atomic Red Team writes them, sorted. */
  platforms: string[];
  executors: string[];
  /** By technique id, as upstream has it; sorted, tests by number. */
  techniques: Record<string, PackedTest[]>;
}

/** ATT&CK's platforms by those of Atomic Red Team. */
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

/** ATT&CK's platform of one of Atomic Red Team; `iaas:aws` is one of several clouds. */
export function toAttackPlatform(name: string): string {
  const known = PLATFORMS[name.toLowerCase()];
  if (known !== undefined) return known;
  return name.toLowerCase().startsWith("iaas") ? "IaaS" : name;
}
