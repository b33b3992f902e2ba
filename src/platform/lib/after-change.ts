/** For whoever works outside of a request, after whose end the service does this itself. */
export interface AfterChange {
  /** Does what follows a change, such as sealing the audit trail; never rejects. */
  afterChange(): Promise<void>;
}
