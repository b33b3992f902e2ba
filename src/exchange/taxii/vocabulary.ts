/** What a collection is about. */
export const TOPICS = ["reports", "observables", "techniques"] as const;
export type Topic = (typeof TOPICS)[number];

export const TAXII_TYPE = "application/taxii+json;version=2.1";
export const STIX_TYPE = "application/stix+json;version=2.1";

/** Where the server is, and its one API root. */
export const DISCOVERY_PATH = "/taxii2/";
export const ROOT_PATH = `${DISCOVERY_PATH}tradecraft/`;

/** Objects of a page; larger limits are lowered to it, as the specification allows. */
export const MAX_PAGE = 1_000;
/** Reports that are read for a page at most, which then ends early. */
export const MAX_REPORTS = 40;

/** The version of objects that have neither `modified` nor `created`. */
export const UNVERSIONED = "2025-01-01T00:00:00.000Z";

/** How long it is announced that an object was withdrawn. */
export const WITHDRAWN_DAYS = 90;
