import type { Actor } from "../auth/identity.ts";
import { AppError } from "../lib/errors.ts";
import { type Cookie, readCookies } from "./cookies.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Proof } from "./provider.ts";
import { readClaims } from "./read-claims.ts";
import type { Login } from "./seals.ts";
import type { SignOn } from "./sign-on.ts";
import { failed, type Step } from "./start-login.ts";

const HOUR_SECONDS = 60 * 60;
/** Many proxies accept response headers of up to 4 KB, with all cookies. */
const MAX_ID_TOKEN_CHARS = 2_500;
/** Only a logout needs the ID token. */
const ID_TOKEN_PATH = "/auth/logout";

/**
 * Completes a login: verifies the response of the provider, and opens a session.
 * The login must have begun in the same browser, so that nobody can log in another user.
 * @param callback the URL to which the provider redirected the browser
 * @throws AppError `authentication_required`, `role_required`, `identity_unavailable`, `rate_limited`
 */
export async function finishLogin(signOn: SignOn, callback: URL, headers: Headers): Promise<Step> {
  const login = await findLogin(signOn, callback, headers);
  try {
    const proof = await signOn.provider.exchange(callback, login);
    const actor = readClaims(proof.claims, signOn.settings);
    signOn.log("info", "login.succeeded", { name: actor.name, role: actor.role });
    return { location: login.return_to, cookies: await openSession(signOn, actor, proof) };
  } catch (error) {
    const failure = explainFailure(error);
    throw failure === null ? error : failed(signOn, failure);
  }
}

/** Returns the cookies that a callback removes, whether or not the login succeeds. */
export function usedCookies({ cookies }: SignOn, callback: URL): Cookie[] {
  const state = callback.searchParams.get("state") ?? "";
  return /^[\w-]{1,200}$/.test(state)
    ? [{ name: cookies.login(state), value: "", seconds: 0 }]
    : [];
}

async function findLogin(
  { cookies, seals, settings }: SignOn,
  callback: URL,
  headers: Headers,
): Promise<Login> {
  const state = callback.searchParams.get("state") ?? "";
  const sealed = readCookies(headers).get(cookies.login(state));
  const login = sealed === undefined ? null : await seals.open("login", sealed);
  // The library compares the whole state.
  if (login !== null) return login;
  throw new AppError(
    "authentication_required",
    `This login did not begin in this browser at ${settings.PUBLIC_ORIGIN}, is already complete, or took more than 10 minutes. Log in again.`,
  );
}

async function openSession(
  { cookies, seals, settings }: SignOn,
  { name, role }: Actor,
  { idToken }: Proof,
): Promise<Cookie[]> {
  const seconds = settings.OIDC_SESSION_HOURS * HOUR_SECONDS;
  const session = await seals.seal("session", { name, role }, seconds);
  // Without the hint, the provider asks the user.
  const isShort = idToken.length <= MAX_ID_TOKEN_CHARS;
  return [
    { name: cookies.session, value: session, seconds },
    {
      name: cookies.idToken,
      value: isShort ? idToken : "",
      seconds: isShort ? seconds : 0,
      path: ID_TOKEN_PATH,
    },
  ];
}

/** Returns the cookies that end a session. */
export function closeSession({ cookies }: SignOn): Cookie[] {
  return [
    { name: cookies.session, value: "", seconds: 0 },
    { name: cookies.idToken, value: "", seconds: 0, path: ID_TOKEN_PATH },
  ];
}
