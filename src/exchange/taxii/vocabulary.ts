/** The topic of a collection. */
export const TOPICS = ["reports", "observables", "techniques"] as const;
export type Topic = (typeof TOPICS)[number];

export const TAXII_TYPE = "application/taxii+json;version=2.1";
export const STIX_TYPE = "application/stix+json;version=2.1";

/** Paths of the server and its single API root. */
export const DISCOVERY_PATH = "/taxii2/";
export const ROOT_PATH = `${DISCOVERY_PATH}tradecraft/`;

/** Maximum objects of a page; larger limits are reduced to it, as the specification allows. */
export const MAX_PAGE = 1_000;
/** Maximum reports to read for a page, which then ends early. */
export const MAX_REPORTS = 40;

/** The version of objects that have neither `modified` nor `created`. */
export const UNVERSIONED = "2025-01-01T00:00:00.000Z";

/** Days for which a withdrawal is announced. */
export const WITHDRAWN_DAYS = 90;
