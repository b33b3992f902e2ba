/** What scripts/yaml-modules.mjs makes of a YAML file. */
declare module "*.yaml" {
  const value: unknown;
  export default value;
}
