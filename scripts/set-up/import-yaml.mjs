/** Given to Node by `--import`, so that scripts can import YAML files. */
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { moduleOfYaml } from "../yaml-modules.mjs";

registerHooks({
  load: (url, context, next) =>
    url.endsWith(".yaml")
      ? { format: "module", source: moduleOfYaml(fileURLToPath(url)), shortCircuit: true }
      : next(url, context),
});
