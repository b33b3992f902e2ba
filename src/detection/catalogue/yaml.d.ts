/** The output of scripts/yaml-modules.mjs for a YAML file. */
declare module "*.yaml" {
  const value: unknown;
  export default value;
}
