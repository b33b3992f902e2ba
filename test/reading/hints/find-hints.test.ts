import { expect, it } from "vitest";
import mapping from "../../../src/knowledge/vulnerabilities/kev-mapping.json" with { type: "json" };
import { findKnownExploited } from "../../../src/knowledge/vulnerabilities/known-exploited.ts";
import type {
  IndexedTechnique,
  ReleaseIndex,
} from "../../../src/knowledge/attack/release-index.ts";
import { findHints } from "../../../src/reading/hints/find-hints.ts";
import { smallRelease } from "../../support/small-release.ts";

const PLACES = { count: 3, mentions: [{ text: "x", start: 0, end: 1 }] };
const technique = (attack_id: string, name: string): [string, IndexedTechnique] => [
  attack_id,
  { attack_id, stix_id: `attack-pattern--${attack_id}`, name, tactics: [], platforms: [] },
];

/** A release in which ids of the mapping's have fallen together, as 19.1 has it. */
function release(change: Partial<ReleaseIndex> = {}): ReleaseIndex {
  const small = smallRelease();
  return {
    ...small,
    techniques: new Map([
      ...small.techniques,
      technique("T1543", "Create or Modify System Process"),
      technique("T1548.001", "Setuid and Setgid"),
      technique("T1685", "Disable or Modify Tools"),
    ]),
    replacements: new Map([
      ["T1562", "T1685"],
      ["T1562.001", "T1685"],
      ["T1086", "T1059.001"],
    ]),
    software: small.software.map((one) =>
      one.attack_id === "S0154" ? { ...one, techniques: ["T1055", "T1059.001", "T1685"] } : one,
    ),
    ...change,
  };
}

const beacon = { attack_id: "S0154", name: "Cobalt Strike", type: "malware" as const, ...PLACES };
const cve = (id: string) => ({ id, ...PLACES });

it("software offers what the release lists for it, and says what was found", () => {
  const { software_hints: hints } = findHints(release(), { software: [beacon] }, [
    "T1086",
    "T1562.001",
  ]);
  expect(hints).toEqual([
    {
      ...beacon,
      technique_count: 3,
      found_count: 2,
      techniques: [
        { attack_id: "T1055", name: "Process Injection", found: false },
        { attack_id: "T1059.001", name: "PowerShell", found: true },
        { attack_id: "T1685", name: "Disable or Modify Tools", found: true },
      ],
    },
  ]);
});

it("software that the release does not have, or lists nothing for, offers nothing", () => {
  const unknown = { ...beacon, attack_id: "S9999" };
  const { software_hints: hints } = findHints(release(), { software: [unknown] }, []);
  expect(hints).toEqual([{ ...unknown, technique_count: 0, found_count: 0, techniques: [] }]);
});

it("a vulnerability offers what it enables, exploitation first, by the ids of the release", () => {
  const [hint] = findHints(release(), { cves: [cve("CVE-2023-0386")] }, ["T1685"]).cve_hints;
  expect(hint).toEqual({
    ...cve("CVE-2023-0386"),
    known_exploited: true,
    technique_count: 4,
    found_count: 1,
    techniques: [
      {
        attack_id: "T1055.012",
        name: "Process Hollowing",
        found: false,
        mapping_types: ["exploitation_technique"],
        mapped_as: [],
      },
      {
        attack_id: "T1548.001",
        name: "Setuid and Setgid",
        found: false,
        mapping_types: ["exploitation_technique"],
        mapped_as: [],
      },
      {
        attack_id: "T1543",
        name: "Create or Modify System Process",
        found: false,
        mapping_types: ["primary_impact"],
        mapped_as: [],
      },
      {
        attack_id: "T1685",
        name: "Disable or Modify Tools",
        found: true,
        mapping_types: ["secondary_impact"],
        mapped_as: ["T1562"],
      },
    ],
  });
});

it("keeps an id of the mapping where the release still has it", () => {
  const older = release({
    techniques: new Map([technique("T1562", "Impair Defenses")]),
    replacements: new Map(),
  });
  const [hint] = findHints(older, { cves: [cve("CVE-2023-0386")] }, []).cve_hints;
  expect(hint?.techniques).toMatchObject([{ attack_id: "T1562", mapped_as: [] }]);
});

it("says of a vulnerability that the mapping lacks only that", () => {
  const { cve_hints: hints } = findHints(release(), { cves: [cve("CVE-1999-0001")] }, []);
  expect(hints).toMatchObject([{ known_exploited: false, technique_count: 0, techniques: [] }]);
});

it("knows nothing of techniques without a release", () => {
  expect(
    findHints(null, { software: [beacon], cves: [cve("CVE-2023-0386")] }, ["T1685"]),
  ).toMatchObject({
    software_hints: [{ attack_id: "S0154", techniques: [] }],
    cve_hints: [{ known_exploited: true, techniques: [] }],
  });
});

it("has no hints for a session from before there were entities", () => {
  expect(findHints(release(), {}, ["T1685"])).toEqual({ software_hints: [], cve_hints: [] });
});

it("finds a vulnerability in any case, and nothing by the names of objects", () => {
  expect(findKnownExploited("cve-2021-26855")?.[0]).toEqual({
    attack_id: "T1133",
    type: "exploitation_technique",
  });
  for (const id of ["__proto__", "constructor", "", "CVE-2021-2685"]) {
    expect(findKnownExploited(id)).toBeNull();
  }
});

it("ships a mapping of which every entry can be read", () => {
  const all = Object.entries(mapping.cves);
  expect(all).toHaveLength(424);
  const ids = String.raw`(?:T\d{4}(?:\.\d{3})?(?: (?=T))?)*`;
  const entry = new RegExp(String.raw`^${ids}\|${ids}\|${ids}$`);
  for (const [id, packed] of all) {
    expect(id).toMatch(/^CVE-\d{4}-\d{4,}$/);
    expect(packed).toMatch(entry);
    expect(findKnownExploited(id)?.length).toBeGreaterThan(0);
  }
});
