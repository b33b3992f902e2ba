import { checkInterruptions } from "../support/node/check-interruptions.ts";
import { largeBundle } from "../support/node/large-bundle.ts";

checkInterruptions({
  versions: ["19.0", "20.0"],
  bundleOf: (domain, version) => largeBundle(version, domain, 200),
  seeds: Array.from({ length: 20 }, (_, index) => index + 1),
});
