import { generateRandomCodeVerifier, generateRandomNonce, generateRandomState } from "oauth4webapi";
import { type Cookie, readCookies } from "./cookies.ts";
import { explainOutage, type Failure } from "./explain-failure.ts";
import type { SignOn } from "./sign-on.ts";

/** How long a login at the provider may take. */
const LOGIN_SECONDS = 10 * 60;
/** Characters of all login cookies of a browser: proxies limit a header to 8 KB. Enough for ten tabs. */
const MAX_LOGINS_CHARS = 4_000;

/** The next address of a browser, and the cookies to set. */
export interface Step {
  location: string;
  cookies: readonly Cookie[];
}

/**
 * Sends a browser to the provider. State, nonce and verifier are stored in a cookie of this login.
 * @param mustReauthenticate whether the provider must require credentials even if the user has a session there
 * @throws AppError `identity_unavailable`, `rate_limited`
 */
export async function startLogin(
  signOn: SignOn,
  headers: Headers,
  returnTo: string,
  mustReauthenticate: boolean,
): Promise<Step> {
  const { seals, cookies, provider } = signOn;
  const login = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const location = await provider
    .authorizationUrl(login, mustReauthenticate)
    .catch((error: unknown) => {
      throw failed(signOn, explainOutage(error));
    });
  const value = await seals.seal("login", { ...login, return_to: returnTo }, LOGIN_SECONDS);
  const cookie = { name: cookies.login(login.state), value, seconds: LOGIN_SECONDS };
  return { location, cookies: [...removeOldest(signOn, headers, cookie), cookie] };
}

/** Removes the oldest unfinished logins of a browser until the others fit. Browsers send the oldest cookie first. */
function removeOldest({ cookies }: SignOn, headers: Headers, added: Cookie): Cookie[] {
  const begun = [...readCookies(headers)].filter(([name]) => name.startsWith(cookies.logins));
  let chars = added.name.length + added.value.length;
  const tooMany = begun.toReversed().filter(([name, value]) => {
    chars += name.length + value.length;
    return chars > MAX_LOGINS_CHARS;
  });
  return tooMany.map(([name]) => ({ name, value: "", seconds: 0 }));
}

/** Logs why a login failed, and returns the error for the user. */
export function failed({ log }: SignOn, { error, reason }: Failure): Failure["error"] {
  log(error.code === "identity_unavailable" ? "error" : "warn", "login.failed", { reason });
  return error;
}
