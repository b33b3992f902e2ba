import type { Actor } from "../auth/identity.ts";
import { isFromOwnPage, isSafe } from "../auth/own-page.ts";
import { AppError } from "../lib/errors.ts";
import { readCookies } from "./cookies.ts";
import type { SignOn } from "./sign-on.ts";

/**
 * Identifies the user of a browser by its session. A browser sends the cookie for pages of other sites too, so a
 * change also requires a header in which the browser names this service as the origin.
 * @throws AppError `authentication_required`, `cross_origin`
 */
export async function identifySession(
  { headers, method }: Pick<Request, "headers" | "method">,
  { seals, settings, cookies }: SignOn,
): Promise<Actor> {
  const sealed = readCookies(headers).get(cookies.session);
  const session = sealed === undefined ? null : await seals.open("session", sealed);
  if (session === null) {
    throw new AppError(
      "authentication_required",
      "Log in at /auth/login with a browser, or send an API token as a bearer.",
    );
  }
  if (!isSafe(method) && !isFromOwnPage(headers, settings.PUBLIC_ORIGIN)) {
    throw new AppError(
      "cross_origin",
      "A change with the cookie of a login must come from a page of this service. Programs send an API token.",
    );
  }
  const { name, role, exp } = session;
  return { name, role, loginExpiresAt: new Date(exp * 1000).toISOString() };
}
