/** Which rows are asked for: those of a domain that name one of these ids. */
export interface NamingQuery {
  domain: string;
  attackIds: readonly string[];
  /** Releases whose rows are excluded. */
  exceptVersions: readonly string[];
}

/** A row that names some of the ids that were asked for. */
export interface Naming {
  id: string;
  name: string;
  /** The release that its ids were looked up in; null where the domain had none. */
  version: string | null;
  attack_ids: string[];
}
