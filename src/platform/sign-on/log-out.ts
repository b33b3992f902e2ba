import { readCookies } from "./cookies.ts";
import { explainOutage } from "./explain-failure.ts";
import { closeSession } from "./finish-login.ts";
import type { SignOn } from "./sign-on.ts";
import { failed, type Step } from "./start-login.ts";

/** The page after a logout if the provider has none. */
export const LOGGED_OUT = "/auth/logged-out";

/** Ends the session of a browser, and returns the provider's logout URL if there is one. */
export async function logOut(signOn: SignOn, headers: Headers): Promise<Step> {
  const idToken = readCookies(headers).get(signOn.cookies.idToken) ?? null;
  // If the provider fails, the user is still logged out here.
  const url = await signOn.provider.logoutUrl(idToken).catch((error: unknown) => {
    failed(signOn, explainOutage(error));
    return null;
  });
  return { location: url ?? LOGGED_OUT, cookies: closeSession(signOn) };
}
