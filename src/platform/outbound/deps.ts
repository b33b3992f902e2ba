/** The networks for outgoing requests. */
export interface OutboundDeps {
  /**
   * `public` reaches no private address if the platform can prevent it. `operator` is for hosts that the operator
   * configured.
   */
  network: { public: typeof fetch; operator: typeof fetch };
  settings: { ALLOW_PRIVATE_SOURCES: boolean };
}
