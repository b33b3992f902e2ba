/** What a run keeps of an answer for the next conditional request (RFC 9110, 8.8). */
export interface FeedValidators {
  /** Where permanent redirects led. */
  moved_to: string | null;
  etag: string | null;
  last_modified: string | null;
  /** SHA-256 of the body, for servers that know no conditional requests. */
  body_sha256: string | null;
}

/** For a feed that is to be read whole, whatever was read before. */
export const NO_VALIDATORS: FeedValidators = {
  moved_to: null,
  etag: null,
  last_modified: null,
  body_sha256: null,
};
