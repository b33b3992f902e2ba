import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { componentsOf } from "../release/components.ts";
import { PLATFORM_NAMES, platformOf } from "../release/platforms.ts";
import { writeSbom } from "../release/sbom.ts";

/** Writes the bill of materials of each platform, as a release has it. */
export function writeSboms(folder: string): void {
  for (const name of PLATFORM_NAMES) {
    // The text of Node's license is in no bill.
    const components = componentsOf(platformOf(name), "");
    writeFileSync(join(folder, `${name}.cdx.json`), writeSbom(components, Date.now() / 1000));
  }
}
