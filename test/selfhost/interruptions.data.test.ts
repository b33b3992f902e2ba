import { releasePath } from "../../scripts/data/data-folder.ts";
import { checkInterruptions, DOMAINS } from "../support/node/check-interruptions.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readDataGzip } from "../support/node/real-data.ts";

const VERSIONS = ["17.1", "18.1"] as const;
const FILES = DOMAINS.flatMap((domain) => VERSIONS.map((version) => releasePath(domain, version)));

describeWithData("published releases", FILES, () => {
  checkInterruptions({
    versions: VERSIONS,
    bundleOf: (domain, version) => readDataGzip(releasePath(domain, version)) ?? Buffer.alloc(0),
    seeds: [1, 2, 3, 4],
  });
});
