import packageJson from "../../../package.json" with { type: "json" };

/** What this service calls itself, and which version of it this is. */
export const PRODUCT = {
  name: packageJson.name,
  version: packageJson.version,
  description: packageJson.description,
  /** Names the very code that runs: a hash that scripts/build.mjs puts in. */
  build: process.env["BUILD_ID"] ?? "not built",
};
