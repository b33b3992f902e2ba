import { smallBundle } from "../support/bundles.ts";
import { checkReleases, type Expected } from "../support/node/check-releases.ts";

const small: Expected = {
  active: {
    techniques_and_subtechniques: 4,
    subtechniques: 2,
    groups: 2,
    campaigns: 1,
    software: 1,
    tactics: 2,
  },
  uses_active: {
    group_to_technique_distinct_pairs: 4,
    campaign_to_technique: 1,
    software_to_technique: 0,
    groups_with_a_technique: 2,
  },
  technique_sets: { G0016: ["T1059", "T1059.001", "T1566"], C0001: ["T1059.001"] },
};

checkReleases([
  {
    domain: "enterprise-attack",
    version: "1.0",
    plain: Buffer.from(JSON.stringify(smallBundle("1.0"))),
    expected: small,
  },
]);
