/** Selects rows of a domain that name any of these ids. */
export interface NamingQuery {
  domain: string;
  attackIds: readonly string[];
  /** Releases whose rows are excluded. */
  exceptVersions: readonly string[];
}

/** A row that names some of the requested ids. */
export interface Naming {
  id: string;
  name: string;
  /** The release used to look up its ids, or null if the domain had none. */
  version: string | null;
  attack_ids: string[];
}
