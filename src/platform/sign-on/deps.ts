import type { SignOn } from "./sign-on.ts";

/** What logging in takes. */
export interface SignOnDeps {
  /** Null where a proxy, Cloudflare Access or nobody identifies users. */
  signOn: SignOn | null;
}
