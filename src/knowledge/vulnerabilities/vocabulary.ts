/**
 * Relation of a technique to a vulnerability in the KEV mappings: how it is exploited, its immediate impact, and what
 * may follow (Mappings Explorer, methodology of vulnerability impacts).
 */
export const MAPPING_TYPES = [
  "exploitation_technique",
  "primary_impact",
  "secondary_impact",
] as const;
export type MappingType = (typeof MAPPING_TYPES)[number];

/** The KEV mappings as shipped in the repository (scripts/build-kev.ts). Ids only. */
export interface KevMapping {
  source: string;
  license: string;
  /** Date of CISA's catalog, ISO 8601. */
  catalogue_date: string;
  /** ATT&CK release of the technique ids. */
  attack_version: string;
  /** By CVE id: the technique ids of each type in the order of `MAPPING_TYPES`, separated by `|`. */
  cves: Record<string, string>;
}
