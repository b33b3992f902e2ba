/**
 * Lets code import a YAML file of `assets/` as the value that it holds. It is parsed when the service is
 * built, when a test loads it, and when Node runs a script, so that the Worker parses nothing.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The module that stands for a YAML file: its value is the default export. */
export function moduleOfYaml(path) {
  // Loaded with the first file: most programs import none.
  const { parse } = require("yaml");
  return `export default ${JSON.stringify(parse(readFileSync(path, "utf8")))};`;
}

/** @type {import("esbuild").Plugin} */
export const yamlForEsbuild = {
  name: "yaml",
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, ({ path }) => ({
      contents: moduleOfYaml(path),
      loader: "js",
    }));
  },
};

/** The same for Vite, which runs the tests. */
export const yamlForVite = {
  name: "yaml",
  load: (id) => (id.endsWith(".yaml") ? moduleOfYaml(id) : null),
};
