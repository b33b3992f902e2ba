import { releasePath } from "../../scripts/data/data-folder.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import { checkDrafts } from "../support/check-drafts.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readDataGzip } from "../support/node/real-data.ts";

const RELEASES = [
  ["enterprise-attack", "18.1", 1698],
  ["enterprise-attack", "19.1", 1713],
  ["mobile-attack", "19.1", null],
  ["ics-attack", "19.1", null],
] as const;

for (const [domain, version, count] of RELEASES) {
  const file = releasePath(domain, version);
  describeWithData(`every analytic of ${domain} ${version}`, [file], () => {
    const bytes = new Uint8Array(readDataGzip(file) ?? []);
    checkDrafts(() => readRelease(new Blob([bytes]).stream(), {}), count);
  });
}
