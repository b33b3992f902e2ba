import type { SignOn } from "./sign-on.ts";

/** The dependencies of a login. */
export interface SignOnDeps {
  /** Null if a proxy, Cloudflare Access or nothing identifies users. */
  signOn: SignOn | null;
}
