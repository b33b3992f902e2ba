/** The media type of STIX 2.1 bundles. */
export const STIX_MEDIA_TYPE = "application/stix+json;version=2.1";

/** An example bundle for the OpenAPI document. */
export const STIX_EXAMPLE = {
  type: "bundle",
  id: "bundle--5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11",
  objects: [],
};
