/** The networks that a request may use. */
export interface OutboundDeps {
  /**
   * `public` reaches no private address where the platform can hold it back, `operator` is for the
   * hosts that the operator configured.
   */
  network: { public: typeof fetch; operator: typeof fetch };
  settings: { ALLOW_PRIVATE_SOURCES: boolean };
}
