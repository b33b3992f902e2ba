/**
 * What a technique is to a vulnerability by the KEV mappings: how it is exploited, what that gives at
 * once, and what may follow (Mappings Explorer, methodology of vulnerability impacts).
 */
export const MAPPING_TYPES = [
  "exploitation_technique",
  "primary_impact",
  "secondary_impact",
] as const;
export type MappingType = (typeof MAPPING_TYPES)[number];

/** The KEV mappings as the repository ships them (scripts/build-kev.ts): ids alone. */
export interface KevMapping {
  source: string;
  license: string;
  /** Day of CISA's catalog, ISO 8601. */
  catalogue_date: string;
  /** Release of ATT&CK that the technique ids are of. */
  attack_version: string;
  /** By CVE id: the technique ids of each type, in the order of `MAPPING_TYPES`, between `|`. */
  cves: Record<string, string>;
}
