import { generateRandomCodeVerifier, generateRandomNonce, generateRandomState } from "oauth4webapi";
import { type Cookie, readCookies } from "./cookies.ts";
import { explainOutage, type Failure } from "./explain-failure.ts";
import type { SignOn } from "./sign-on.ts";

/** How long a user may stay at the provider. */
const LOGIN_SECONDS = 10 * 60;
/** Logins that a browser has begun and not ended, such as in several tabs; more would only make requests large. */
const MAX_LOGINS = 8;

/** Where a browser goes next, and what it keeps. */
export interface Step {
  location: string;
  cookies: readonly Cookie[];
}

/**
 * Sends a browser to the provider. State, nonce and verifier stay with it in a cookie of this login.
 * @param isAnew whether the provider asks for the credentials even of users whom it knows
 * @throws Failure of the provider
 */
export async function startLogin(
  signOn: SignOn,
  headers: Headers,
  returnTo: string,
  isAnew: boolean,
): Promise<Step> {
  const { seals, cookies, provider } = signOn;
  const login = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const location = await provider.authorizationUrl(login, isAnew).catch((error: unknown) => {
    throw failed(signOn, explainOutage(error));
  });
  const value = await seals.seal("login", { ...login, return_to: returnTo }, LOGIN_SECONDS);
  const cookie = { name: cookies.login(login.state), value, seconds: LOGIN_SECONDS };
  return { location, cookies: [...forgetMany(signOn, headers), cookie] };
}

/** Removes the logins that a browser never ended, where they are many. */
function forgetMany({ cookies }: SignOn, headers: Headers): Cookie[] {
  const begun = [...readCookies(headers).keys()].filter((name) => name.startsWith(cookies.logins));
  return begun.length < MAX_LOGINS ? [] : begun.map((name) => ({ name, value: "", seconds: 0 }));
}

/** Logs why a login failed, and returns what its user is told. */
export function failed({ log }: SignOn, { error, reason }: Failure): Failure["error"] {
  log(error.code === "identity_unavailable" ? "error" : "warn", "login.failed", { reason });
  return error;
}
