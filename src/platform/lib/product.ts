import packageJson from "../../../package.json" with { type: "json" };

/** Name and version of this service. */
export const PRODUCT = {
  name: packageJson.name,
  version: packageJson.version,
  description: packageJson.description,
  /** Identifies the running code: a hash that scripts/build.mjs inserts. */
  build: process.env["BUILD_ID"] ?? "not built",
};
